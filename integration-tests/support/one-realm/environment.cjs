const { TestEnvironment } = require("jest-environment-node");

/**
 * Runs specs with Node's own globals instead of a context of their own, so that modules loaded once by `runtime.cjs`
 * share their classes: an `Error` of Medusa is an `Error` of the test. What a file leaves behind is removed when it
 * ends: globals, environment variables, listeners.
 */
class OneRealmEnvironment extends TestEnvironment {
  #cleanUp;

  constructor(config, context) {
    super(config, context);
    const { moduleMocker, fakeTimers, fakeTimersModern } = this;
    fakeTimers.dispose();
    fakeTimersModern.dispose();
    this.global = globalThis;
    this.moduleMocker = new moduleMocker.constructor(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new fakeTimersModern.constructor({ config: config.projectConfig, global: globalThis });
    this.#cleanUp = rememberGlobals();
  }

  async teardown() {
    await super.teardown();
    this.#cleanUp();
  }
}

/** Returns a function that restores the current state. */
function rememberGlobals() {
  const env = { ...process.env };
  const keys = new Set(Reflect.ownKeys(globalThis));
  const { console } = globalThis;
  const listeners = new Map(process.eventNames().map((name) => [name, new Set(process.rawListeners(name))]));
  return () => {
    for (const name of Object.keys(process.env))
      if (!Object.hasOwn(env, name)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    globalThis.console = console;
    // Medusa registers workflows and modules under global keys; keys that cannot be deleted (undici's) stay.
    for (const key of Reflect.ownKeys(globalThis)) if (!keys.has(key)) Reflect.deleteProperty(globalThis, key);
    for (const name of process.eventNames())
      for (const each of process.rawListeners(name))
        if (!listeners.get(name)?.has(each)) process.removeListener(name, each);
  };
}

module.exports = OneRealmEnvironment;
