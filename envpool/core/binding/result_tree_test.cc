// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/result_tree.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "envpool/core/binding/python_for_test.h"

namespace envpool {
namespace {

using testing::Script;
using State = ResultTree::State;

class ResultTreeTest : public ::testing::Test {
 protected:
  ResultTreeTest() {
    script_.Run(
        "from collections import namedtuple\n"
        "Pair = namedtuple('Pair', 'one two')\n"
        "class Open(tuple): pass\n"
        "a, b = np.zeros(2), np.ones(2)");
    arrays_ = {script_.Eval("a"), PyRef(), script_.Eval("b")};
  }

  /// A tree of a Python expression; Python drops its own references.
  std::unique_ptr<ResultTree> Of(const std::string& expression) {
    return ResultTree::Of(script_.Eval(expression), arrays_);
  }

  Script script_;
  std::vector<PyRef> arrays_;
};

TEST_F(ResultTreeTest, CountsItsReferencesToArrays) {
  const auto tree = Of("(a, {'x': b, 'y': {'z': b}}, Pair((), {}), b)");
  EXPECT_EQ(tree->references(0), 1);
  EXPECT_EQ(tree->references(1), 0);
  EXPECT_EQ(tree->references(2), 3);
  EXPECT_EQ(tree->Check(), State::kUnused);
}

TEST_F(ResultTreeTest, RefusesOtherObjects) {
  for (const char* tree : {"(a, np.zeros(2))", "(a, [b])", "(None,)",
                           "{'x': 3}", "Open((a, b))"}) {
    EXPECT_EQ(Of(tree), nullptr) << tree;
  }
}

TEST_F(ResultTreeTest, SeesWhatTheUserKeeps) {
  const auto tree = Of("(a, {'x': b, 'y': {'z': a}})");
  for (const char* part : {"tree", "tree[1]", "tree[1]['y']"}) {
    script_.Set("tree", tree->root().get());
    script_.Run(std::string("kept = ") + part + "\ndel tree");
    EXPECT_EQ(tree->Check(), State::kShared) << part;
    script_.Run("del kept");
    EXPECT_EQ(tree->Check(), State::kUnused) << part;
  }
}

TEST_F(ResultTreeTest, SeesChangesOfDicts) {
  for (const char* change :
       {"tree[1]['new'] = 3", "del tree[1]['x']", "tree[1].clear()",
        "tree[1]['x'] = a", "tree[1]['y']['z'] = b", "tree[1]['y'] = {}",
        "tree[1]['x'] = tree[1].pop('x')", "tree[1]['y'] = {'z': a}"}) {
    const auto tree = Of("(a, {'x': b, 'y': {'z': a}})");
    script_.Set("tree", tree->root().get());
    script_.Run(std::string(change) + "\ndel tree");
    EXPECT_EQ(tree->Check(), State::kChanged) << change;
  }
}

TEST_F(ResultTreeTest, AChangeThatWasUndoneIsNone) {
  const auto tree = Of("(a, {'x': b})");
  script_.Set("tree", tree->root().get());
  script_.Run("tree[1]['new'] = 3\ndel tree[1]['new'], tree");
  EXPECT_EQ(tree->Check(), State::kUnused);
}

}  // namespace
}  // namespace envpool
