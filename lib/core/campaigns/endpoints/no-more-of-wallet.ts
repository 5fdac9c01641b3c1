import { ProtocolError } from '../../ground/ports/errors'

/** Seconds to wait before retrying when a wallet and version are full: retention removes what is old. */
const fullSeconds = 3600

/** The error for a wallet and version of which as much was said as is kept. */
export const noMoreOfWallet = (description: string): ProtocolError =>
  new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(fullSeconds)]])

/** The same for results that persons enter. */
export const noMoreResults = (): ProtocolError => noMoreOfWallet('Too many results were entered.')
