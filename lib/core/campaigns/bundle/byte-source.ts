/** A file of a stranger, read in pieces: on a disk, or one that a person chose in a browser. */
export interface ByteSource {
  readonly bytes: number
  /** The bytes from `at` on; fewer only where the file ends. */
  read(at: number, bytes: number): Promise<Uint8Array>
}
