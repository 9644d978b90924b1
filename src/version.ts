/** Of the package; a test holds it against package.json (the library also runs where there is no file to read). */
export const VERSION = '0.1.0';
