/** Why a bundle is not what its maker exported: the first file that shows it, and how. */
export class BundleProblem extends Error {
  override readonly name = 'BundleProblem'
  constructor(
    /** Name of the file; `null` for the archive itself. */
    readonly entry: string | null,
    readonly problem: string,
  ) {
    super(problem)
  }
}
