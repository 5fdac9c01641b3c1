/** A reason to stop that the user can act on. */
export class DemoStop extends Error {
  override readonly name = 'DemoStop'
}
