import type { ResponseReading } from '../read/response/response-reading'

/** True if every credential that a request asks for is optional: then a wallet that holds none presents nothing. OID4VP-1FINAL-6.4.2 */
export const requiresNothing = ({ request: { dcql } }: Pick<ResponseReading, 'request'>): boolean =>
  dcql?.whole === true && dcql.credentialSets !== null && dcql.credentialSets.every(({ required }) => !required)
