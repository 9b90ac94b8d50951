/**
 * `node scripts/docs-images.cjs`: shrinks the documentation's pictures. Each PNG in docs/images is
 * replaced by a WebP of at most 600 pixels' width, converted by Chromium, which the tests need anyway.
 */
/* global document, Image */
const fs = require("node:fs");
const path = require("node:path");
const { openBrowser } = require("./chromium.cjs");

const FOLDER = path.join(__dirname, "../docs/images");
const WIDTH = 600;
/** From 0 to 1: text stays readable from 0.3 on. */
const QUALITY = 0.3;

/** Runs in the page: the picture as WebP, base64. */
async function shrink({ source, width, quality }) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const scale = Math.min(1, width / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}

async function main() {
  const pictures = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".png"));
  if (pictures.length === 0) return console.log("docs/images holds no PNG.");
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    for (const name of pictures) {
      const file = path.join(FOLDER, name);
      const source = `data:image/png;base64,${fs.readFileSync(file).toString("base64")}`;
      const small = Buffer.from(await page.evaluate(shrink, { source, width: WIDTH, quality: QUALITY }), "base64");
      fs.writeFileSync(file.replace(/\.png$/, ".webp"), small);
      fs.rmSync(file);
      console.log(`${name}: ${String(Math.round(small.length / 1000))} kB as WebP`);
    }
  } finally {
    await browser.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
