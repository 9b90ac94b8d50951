/**
 * Loaded into every process of the second build (`node --require`): a strict umask, another day, and folders that are
 * listed backwards.
 */
const fs = require("node:fs");

process.umask(0o077);

const DAYS = 400;
const RealDate = Date;
const later = () => RealDate.now() + DAYS * 24 * 60 * 60 * 1000;
class OtherDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(later());
    else super(...args);
  }
  static now = later;
}
globalThis.Date = OtherDate;

const backwards = (listed) => (Array.isArray(listed) ? [...listed].reverse() : listed);

const { readdir, readdirSync } = fs;
const { readdir: readdirPromise } = fs.promises;
fs.readdirSync = (...args) => backwards(readdirSync(...args));
fs.promises.readdir = async (...args) => backwards(await readdirPromise(...args));
fs.readdir = (...args) => {
  const done = args.pop();
  return readdir(...args, (error, listed) => done(error, backwards(listed)));
};
