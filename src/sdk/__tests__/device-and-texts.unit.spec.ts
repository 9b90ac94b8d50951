import { DeviceInput } from "../../api-schema/store-payment-choice";
import { customerText } from "../../api-schema/errors";
import { collectDevice, deviceOf } from "../device";
import { customerTexts } from "../texts";

/** Device data as the server accepts it, and texts shared with the server. */
const view = {
  userAgent: "",
  language: "en-GB",
  width: 1280,
  height: 720,
  colorDepth: 24,
  offsetMinutes: 0,
  windowWidth: 1280,
};

describe("the device", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Windows", "Edge", "PC"],
    ["Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/140.0 Mobile Safari/537.36", "Android", "Chrome", "MOBILE"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
      "iOS",
      "Safari",
      "MOBILE",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Linux", "Firefox", "PC"],
    ["something else", null, null, "PC"],
  ])("of %s is %s, %s, %s", (userAgent, os, browser, type) => {
    expect(deviceOf({ ...view, userAgent })).toMatchObject({ os, browser, type });
  });

  it.each([
    [0, "0"],
    [-120, "2"],
    [-330, "5.5"],
    [300, "-5"],
  ])("%i minutes behind UTC is the time zone %s", (offsetMinutes, zone) => {
    expect(deviceOf({ ...view, offsetMinutes }).time_zone).toBe(zone);
  });

  it.each([
    [360, "01"],
    [390, "02"],
    [499, "02"],
    [500, "03"],
    [599, "03"],
    [600, "05"],
    [1280, "05"],
  ])("that is %i pixels wide has the challenge window %s", (windowWidth, size) => {
    expect(deviceOf({ ...view, windowWidth }).challenge_window_size).toBe(size);
  });

  it("always matches what the server accepts", () => {
    const odd = { ...view, userAgent: "x".repeat(500), language: "en-x-" + "a".repeat(90), width: 1e12, height: 1e12 };
    expect(DeviceInput.safeParse(deviceOf(odd)).success).toBe(true);
  });

  it("is empty without a browser", () => {
    expect(collectDevice()).toEqual({});
  });
});

describe("the customer's texts", () => {
  it("are those of the server, so that both sources are equal", () => {
    expect(customerTexts).toMatchObject(customerText);
  });
});
