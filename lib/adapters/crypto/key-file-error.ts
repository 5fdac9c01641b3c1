/**
 * A problem with the key files that the operator must solve. The message is one sentence that names the file. `cause`
 * is the file system's error, if any.
 */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}
