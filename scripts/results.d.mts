export interface Tally {
  passed: number
  failed: number
  skipped: number
}
export declare const crashed: Tally
export declare function sum(tallies: readonly Tally[]): Tally
export declare function closingLine(tally: Tally): string
export declare function tallyVitest(report: unknown, code: number): Tally
export declare function tallyPlaywright(report: unknown, code: number): Tally
