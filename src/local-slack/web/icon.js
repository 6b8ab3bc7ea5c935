// @ts-check

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Outlines on a 20 × 20 grid, drawn with the current text colour. */
const outlines = new Map([
  ['hash', 'M8 3 6 17M14 3l-2 14M3.5 7.5h14M2.5 12.5h14'],
  ['lock', 'M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3'],
  ['shared', 'M7 10a3 3 0 0 1 3-3h4a3 3 0 0 1 0 6h-2M13 10a3 3 0 0 1-3 3H6a3 3 0 0 1 0-6h2'],
  ['archive', 'M3 4h14v4H3zM4.5 8v8h11V8M8 11.5h4'],
  ['close', 'M5 5l10 10M15 5 5 15'],
  ['menu', 'M3 5.5h14M3 10h14M3 14.5h14'],
  ['reply', 'M3 4h14v10H9l-4 3v-3H3z'],
  ['more', 'M4.5 10h.01M10 10h.01M15.5 10h.01'],
  ['send', 'M3 4l14 6-14 6 2.5-6zM5.5 10H11'],
  ['eye', 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4'],
  ['calls', 'M3 4h14v12H3zM6 8l2.5 2L6 12M10.5 12.5H14'],
  ['done', 'M4 10.5l4 4 8-9'],
  ['failed', 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6.5v4.5M10 13.5h.01'],
  ['waiting', 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l2.5 2'],
  ['running', 'M10 3a7 7 0 1 1-7 7'],
  ['info', 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9v4.5M10 6.5h.01'],
  ['up', 'M7 9v7H3V9zM7 9l3-6c2 0 2.5 1.5 2 4h4l-1 8-2 1H7'],
  ['down', 'M7 11V4H3v7zM7 11l3 6c2 0 2.5-1.5 2-4h4l-1-8-2-1H7'],
  ['trash', 'M4 6h12M8 6V4h4v2M5.5 6l1 11h7l1-11'],
  ['image', 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.5h.01'],
]);

/**
 * A decorative picture, hidden from assistive technology; a name this page does not draw becomes a dot.
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', `icon icon-${outlines.has(name) ? name : 'other'}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', outlines.get(name) ?? 'M10 10h.01');
  svg.append(path);
  return svg;
}
