const { NODE_COMPILE_CACHE: folder } = process.env;

/**
 * For the environment of a process that is given none of ours: where it finds code that an earlier start compiled. A start
 * takes two thirds of the time with it.
 */
export const compiledCode: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
