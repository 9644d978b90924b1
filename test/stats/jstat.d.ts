/** The one function of jStat that the tests compare with; the package has no types. */
declare module 'jstat' {
  const jStat: { readonly noncentralt: { cdf(t: number, df: number, ncp: number): number } };
  export default jStat;
}
