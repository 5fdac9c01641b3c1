import { ProtocolError } from '@/lib/core/ground/ports/errors'
import { isDiskFull } from '../disk-full'
import { KeyFileError } from './key-files'

const noRoom =
  'The disk of this service is full, so a key that this needs cannot be made: it works once its operator has freed space.'

/**
 * Opens keys at first need, and keeps what was opened; what could not be opened is tried again. Throws what `open` does, and
 * ProtocolError `temporarily_unavailable` where the disk has no room for a new key.
 */
export function onceOpened<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error instanceof KeyFileError && isDiskFull(error.cause)
        ? new ProtocolError('temporarily_unavailable', noRoom, {}, [['Retry-After', '60']])
        : error
    })
    return opened
  }
}
