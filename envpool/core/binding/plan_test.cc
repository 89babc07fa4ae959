// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/plan.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>

#include "envpool/core/binding/python_for_test.h"
#include "envpool/core/binding/result_cache.h"
#include "envpool/core/dict.h"
#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

using testing::Script;

/// Columns 0: int, 1: three ints, 2: a text, 3: bool; two rows.
class PlanTest : public ::testing::Test {
 protected:
  PlanTest()
      : pool_(std::make_shared<BlockPool>(
            Layout(MakeColumns(MakeDict("value"_.Bind(Spec<int>({})),
                                        "items"_.Bind(Spec<int>({3})),
                                        "text"_.Bind(Spec<std::uint8_t>({4})),
                                        "flag"_.Bind(Spec<bool>({})))),
                   2, 1),
            2)),
        cache_(pool_),
        result_(cache_.Wrap(Fill(pool_->Acquire()))) {
    script_.Run(
        "from collections import namedtuple\n"
        "Pair = namedtuple('Pair', 'one two')");
  }

  static StateBlock* Fill(StateBlock* block) {
    block->rows = 2;
    std::iota(block->Rows<int>(0, 0), block->Rows<int>(0, 2), 7);
    std::iota(block->Rows<int>(1, 0), block->Rows<int>(1, 2), 0);
    std::memcpy(block->Item(2, 0), "ab\0\0cdef", 8);
    *block->Rows<bool>(3, 0) = true;
    *block->Rows<bool>(3, 1) = false;
    return block;
  }

  Plan Compile(const std::string& tree) {
    return {script_.Eval(tree).get(), pool_->layout().columns()};
  }
  /// Whether the plan's result, `built`, satisfies the Python expression.
  bool Builds(const std::string& tree, const std::string& expectation) {
    script_.Set("built", Compile(tree).Build(result_).get());
    return script_.IsTrue(expectation);
  }
  std::string Refused(const std::string& tree) {
    try {
      Compile(tree);
      return "no error";
    } catch (const PythonError&) {
      return testing::TakeError();
    }
  }

  Script script_;
  std::shared_ptr<BlockPool> pool_;
  ResultCache cache_;
  Result* result_;
};

TEST_F(PlanTest, LeavesAreArraysOfTheirColumns) {
  EXPECT_TRUE(Builds("0", "built.dtype == 'i4' and built.tolist() == [7, 8]"));
  EXPECT_TRUE(Builds("1", "built.tolist() == [[0, 1, 2], [3, 4, 5]]"));
  EXPECT_TRUE(Builds("('view', 1, (3, 1))", "built.shape == (2, 3, 1)"));
  EXPECT_TRUE(Builds("('pick', 1, 2, 'int64')",
                     "built.dtype == 'i8' and built.tolist() == [2, 5]"));
  EXPECT_TRUE(Builds("('pick', 1, 0, 'bool')",
                     "built.dtype == '?' and built.tolist() == [False, True]"));
  EXPECT_TRUE(Builds("('ones', 1)", "built.tolist() == [True, True]"));
  EXPECT_TRUE(Builds("('pick', 2, 0, 'str')", "built == ('ab', 'cdef')"));
}

TEST_F(PlanTest, NodesNest) {
  EXPECT_TRUE(
      Builds("('tuple', [0, ('dict', {'a': 3, 'b': ('dict', {'c': 0})})])",
             "type(built) is tuple and list(built[1]) == ['a', 'b'] "
             "and built[1]['b']['c'] is built[0]"));
  EXPECT_TRUE(Builds("('named', Pair, [0, ('tuple', [])])",
                     "type(built) is Pair and built.two == ()"));
  EXPECT_TRUE(Builds("('call', lambda array: array.sum(), 0)", "built == 15"));
}

TEST_F(PlanTest, PartsAreConvertedTogether) {
  const std::string tree =
      "('together', lambda arrays: [len(arrays), *map(len, arrays[1:])], "
      "('tuple', [('part', 0), 3, ('dict', {'a': ('part', 1)})]))";
  EXPECT_TRUE(Builds(tree,
                     "built[0] == 2 and built[2] == {'a': 2} "
                     "and built[1].tolist() == [True, False]"));
  for (const char* wrong : {"tuple(arrays)", "arrays[1:]", "None"}) {
    const Plan plan =
        Compile(std::string("('together', lambda arrays: ") + wrong +
                ", ('tuple', [('part', 0), ('part', 1)]))");
    EXPECT_THROW(static_cast<void>(plan.Build(result_)), PythonError);
    EXPECT_EQ(testing::TakeError(),
              "ValueError: plan: expected a list with a value for each array");
  }
  for (const char* wrong : {"('together', 3, 0)", "('together', len)",
                            "('part', 9)", "('call', len, 0, len)"}) {
    EXPECT_TRUE(Refused(wrong).starts_with("ValueError: plan: ")) << wrong;
  }
}

TEST_F(PlanTest, ColumnsAreNotCopied) {
  script_.Set(
      "built",
      Compile("('tuple', [0, ('view', 1, (3,))])").Build(result_).get());
  *result_->block()->Rows<int>(0, 1) = 9;
  *result_->block()->Rows<int>(1, 1) = 10;
  EXPECT_TRUE(script_.IsTrue("built[0][1] == 9 and built[1][1, 0] == 10"));
}

TEST_F(PlanTest, WrongPlansAreRefused) {
  for (const char* tree :
       {"4", "-1", "2**70", "None", "('tuple',)", "('what', 0)", "('tuple', 0)",
        "('dict', [])", "('named', Pair, [0])", "('named', dict, [])",
        "('call', 3, 0)", "('call', len)", "('view', 1, (2,))",
        "('view', 1, (3, -1))", "('ones', 9)", "('pick', 1, 3, 'int64')",
        "('pick', 1, 0, 'float')", "('pick', 1, 0, 'str')",
        "('tuple', [0, 1], ['only one'])"}) {
    const std::string error = Refused(tree);
    EXPECT_TRUE(error.starts_with("ValueError: plan: ") ||
                error == "TypeError: plan: expected a list")
        << tree << ": " << error;
  }
}

TEST_F(PlanTest, AnErrorOfACallIsRaised) {
  const Plan plan = Compile("('tuple', [0, ('call', lambda array: 1 / 0, 1)])");
  EXPECT_THROW(static_cast<void>(plan.Build(result_)), PythonError);
  EXPECT_EQ(testing::TakeError(), "ZeroDivisionError: division by zero");
  EXPECT_TRUE(testing::IsUnused(result_));
}

TEST_F(PlanTest, BuildingKeepsNoReferences) {
  script_.Run(
      "key, function = object(), lambda array: array\n"
      "tree = ('dict', {key: ('call', function, 0), 'b': "
      "('named', Pair, [1, ('pick', 2, 0, 'str')])})");
  const char* counts =
      "[sys.getrefcount(each) for each in (key, function, Pair)]";
  const PyRef before = script_.Eval(counts);
  {
    const Plan plan = Compile("tree");
    for (int i = 0; i < 3; ++i) {
      script_.Set("built", plan.Build(result_).get());
      EXPECT_FALSE(testing::IsUnused(result_));
    }
    script_.Run("del built");
    EXPECT_TRUE(testing::IsUnused(result_));
  }
  script_.Set("before", before.get());
  EXPECT_TRUE(script_.IsTrue(std::string("before == ") + counts));
}

TEST_F(PlanTest, TextsThatStayAreTheSameObjects) {
  const Plan plan = Compile("('pick', 2, 0, 'str')");
  script_.Set("first", plan.Build(result_).get());
  std::memcpy(result_->block()->Item(2, 1), "cd\0\0", 4);
  script_.Set("second", plan.Build(result_).get());
  EXPECT_TRUE(script_.IsTrue("first == ('ab', 'cdef')"));
  EXPECT_TRUE(script_.IsTrue("second == ('ab', 'cd')"));
  EXPECT_TRUE(script_.IsTrue("first[0] is second[0]"));
}

TEST_F(PlanTest, OutHasArraysOfTheUsers) {
  Plan plan = Compile("('tuple', [0, ('dict', {'a': 3, 'b': 1})], ['x', 'y'])");
  plan.Name("out");
  script_.Run(
      "mine = np.zeros((2, 3), np.int32)\n"
      "out = {'y': {'b': mine, 'a': None}}");
  OutArrays found;
  plan.Match(script_.Eval("out").get(), &found);
  script_.Set("built", plan.Build(result_, &found).get());
  EXPECT_TRUE(script_.IsTrue("built[1]['b'] is mine and mine.sum() == 15"));
  for (const char* wrong : {"{'z': None}", "{'y': []}", "{'x': np.zeros(2)}",
                            "{'x': np.zeros((2, 1), np.int32)}", "{'x': 3}"}) {
    OutArrays none;
    EXPECT_THROW(plan.Match(script_.Eval(wrong).get(), &none), Error) << wrong;
  }
}

}  // namespace
}  // namespace envpool
