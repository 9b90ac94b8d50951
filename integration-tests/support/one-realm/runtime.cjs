const Module = require("node:module");
const path = require("node:path");
const vm = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/**
 * Loads installed packages with Node, once per worker, instead of for each spec file: this saves half the time of
 * starting a store and a third of the unit tests. Our own sources, and Medusa's packages that register workflows,
 * modules and links on load, are still loaded per file. Installed modules cannot be mocked.
 */
const INSTALLED = `${path.sep}node_modules${path.sep}`;
const MEDUSAS = `${INSTALLED}@medusajs${path.sep}`;
let current = null;

/** Medusa, loaded by Node, gets our modules, routes and configuration from the spec file's own loader. */
function loadOurs(module, file) {
  Reflect.deleteProperty(require.cache, file);
  if (!current) throw new Error(`${file} is loaded after the spec file that wanted it has ended.`);
  module.exports = current.requireModule(file, file);
}
for (const extension of [".ts", ".tsx"]) Module._extensions[extension] = loadOurs;

const begin = (runtime) => {
  current = runtime;
};

class OneRealmRuntime extends Runtime {
  constructor(...words) {
    super(...words);
    begin(this);
    const { executor } = this;
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (name === "@jest/globals") return super.requireModuleOrMock(from, name);
    if (Module.isBuiltin(name)) return require(name);
    return isOurs(from, name) ? super.requireModuleOrMock(from, name) : Module.createRequire(from)(name);
  }

  teardown() {
    super.teardown();
    if (current === this) current = null;
    for (const file of Object.keys(require.cache))
      if (file.includes(MEDUSAS)) Reflect.deleteProperty(require.cache, file);
  }
}

function isOurs(from, name) {
  const isPath = name.startsWith(".") || path.isAbsolute(name);
  return isPath && !path.resolve(path.dirname(from), name).includes(INSTALLED);
}

module.exports = { __esModule: true, default: OneRealmRuntime };
