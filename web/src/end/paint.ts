/* Paints an SVG that is in the page onto a canvas. Browsers can do this by themselves only with images from data, which the
 * server's policy forbids. It knows the shapes that the page's pictures are made of. */
const SHAPES = "path, circle, rect, text";

function shapeOf(element: Element): Path2D {
  const of = (name: string) => Number(element.getAttribute(name) ?? 0);
  const shape = new Path2D(element.getAttribute("d") ?? "");
  if (element.tagName === "circle") shape.arc(of("cx"), of("cy"), of("r"), 0, 2 * Math.PI);
  if (element.tagName === "rect") shape.roundRect(of("x"), of("y"), of("width"), of("height"), of("rx"));
  return shape;
}

function write(context: CanvasRenderingContext2D, element: Element, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = style.textAnchor === "middle" ? "center" : style.textAnchor === "end" ? "right" : "left";
  context.fillText(element.textContent ?? "", Number(element.getAttribute("x")), Number(element.getAttribute("y")));
}

function draw(context: CanvasRenderingContext2D, element: Element, style: CSSStyleDeclaration): void {
  const shape = shapeOf(element);
  if (style.fill !== "none") context.fill(shape);
  if (style.stroke === "none") return;
  context.strokeStyle = style.stroke;
  context.lineWidth = parseFloat(style.strokeWidth);
  context.lineCap = style.strokeLinecap as CanvasLineCap;
  context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  context.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(parseFloat));
  context.stroke(shape);
}

export function paint(svg: SVGSVGElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const { width, height } = svg.viewBox.baseVal;
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d")!;
  const home = svg.getScreenCTM()!.inverse();
  for (const element of svg.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    const style = getComputedStyle(element);
    context.save();
    context.setTransform(home.multiply(element.getScreenCTM()!) as DOMMatrix2DInit);
    if (element.closest(".portrait")) {
      context.beginPath();
      context.arc(24, 24, 24, 0, 2 * Math.PI);
      context.clip();
    }
    context.fillStyle = style.fill === "none" ? "transparent" : style.fill;
    if (element.tagName === "text") write(context, element, style);
    else draw(context, element, style);
    context.restore();
  }
  return canvas;
}
