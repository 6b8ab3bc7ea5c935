// Runs inside the page, and returns the text with the least contrast between its ink and the ground behind it.
(() => {
  const channels = (colour) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };

  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const over = (top, below) => top.rgb.map((value, at) => value * top.alpha + below[at] * (1 - top.alpha));

  const groundOf = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(channels(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };

  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(':disabled');

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !isSeen(element) || element.matches('.unseen, option, noscript')) continue;
    const ground = groundOf(element);
    const ink = over(channels(getComputedStyle(element).color), ground);
    const [low, high] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
    texts.push({
      ratio: (high + 0.05) / (low + 0.05),
      text: node.data.trim().slice(0, 40),
      ink: ink.join(),
      ground: ground.join(),
    });
  }
  texts.sort((a, b) => a.ratio - b.ratio);
  return texts[0];
})();
