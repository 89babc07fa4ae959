// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that the search of the built site finds the right pages first: `make docs`.
// It runs the site's own scripts, without a browser.
//
//     node docs/check_search.js docs/_build/html

"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const INSTALLATION = "content/installation";
const PAGES = {
  docker: INSTALLATION,
  headless: INSTALLATION,
  macos: INSTALLATION,
  windows: INSTALLATION,
};

// Returns a function that maps a query to the names of the pages found, best first.
function loadSearch(site) {
  const context = vm.createContext({
    SPHINX_HIGHLIGHT_ENABLED: false,
    _ready: () => {}, // the page's load handler, not needed
    document: { getElementById: () => null },
  });
  context.window = context;
  for (const name of [
    "_static/language_data.js",
    "_static/searchtools.js",
    "searchindex.js",
  ]) {
    vm.runInContext(fs.readFileSync(path.join(site, name), "utf8"), context);
  }
  const find = vm.runInContext(
    "(query) => Search._performSearch(...Search._parseQuery(query))",
    context,
  );
  // The scripts return the best result last.
  return (query) =>
    find(query)
      .map((result) => result[0])
      .reverse();
}

// Returns [id, page] for each id in the indexes of the pages of the envs.
function idsOf(docs) {
  const found = [];
  for (const family of fs.readdirSync(path.join(docs, "env"))) {
    const folder = path.join(docs, "env", family);
    if (!fs.statSync(folder).isDirectory() || family.startsWith("_")) continue;
    for (const file of fs.readdirSync(folder)) {
      if (!file.endsWith(".rst")) continue;
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      for (const [, id] of text.matchAll(/^ {3}! single: (\S+-v\d+)$/gm)) {
        found.push([id, `env/${family}/${file.slice(0, -".rst".length)}`]);
      }
    }
  }
  return found;
}

const site = process.argv[2];
const search = loadSearch(site);
const ids = idsOf(__dirname);
const wrong = ids.length ? [] : ["no ids: run `bazel run //docs:env_pages`"];
for (const [query, page] of [...ids, ...Object.entries(PAGES)]) {
  const [first] = search(query);
  if (first !== page) {
    wrong.push(`search for ${query}: expected ${page} first, got ${first}`);
  }
}
if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
