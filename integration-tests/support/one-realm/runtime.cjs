const Module = require("node:module");
const path = require("node:path");
const vm = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/**
 * Loads what is installed by Node itself, and once per worker, instead of anew and piece by
 * piece for each spec file: half of the time that booting a store took, and a third of what unit tests did. Our own sources
 * are each file's own, as before; so are Medusa's packages, which register workflows, modules
 * and links where they are loaded. Mocks of installed modules are not possible here.
 */
const INSTALLED = `${path.sep}node_modules${path.sep}`;
const MEDUSAS = `${INSTALLED}@medusajs${path.sep}`;
let current = null;

/** Medusa, loaded by Node, asks for our modules, routes and configuration: they come from the spec file's own loader. */
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
