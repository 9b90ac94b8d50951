import { slopeOf } from "../slope";

describe("the slope of a line", () => {
  it("is exact for points on a line", () => {
    expect(slopeOf([1, 2, 3, 10].map((x) => ({ x, y: 7 + 3 * x })))).toBeCloseTo(3, 10);
  });

  it("is nothing for what goes up and down around one value", () => {
    const points = [100, 101, 100, 99, 100].map((y, x) => ({ x, y }));
    expect(slopeOf(points)).toBeCloseTo(-0.2, 10);
    expect(slopeOf([...points, ...points.map(({ x, y }) => ({ x, y: 200 - y }))])).toBeCloseTo(0, 10);
  });

  it("cannot be told from one place", () => {
    expect(() => slopeOf([{ x: 1, y: 1 }])).toThrow("two points");
    expect(() => slopeOf([1, 2].map((y) => ({ x: 5, y })))).toThrow("two different x");
  });
});
