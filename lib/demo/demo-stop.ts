/** A reason to stop that a person can act on. */
export class DemoStop extends Error {
  override readonly name = 'DemoStop'
}
