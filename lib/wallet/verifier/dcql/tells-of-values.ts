import type { DcqlQuery } from './dcql-query'

/**
 * Whether a response to this query that differs from a refusal of the user would tell which value a claim has, or who issued what
 * the wallet holds (OID4VP-1FINAL-15.4.1, 15.9.2).
 */
export const tellsOfValues = ({ credentials }: DcqlQuery): boolean =>
  credentials.some(
    ({ claims, trustedAuthorities }) => trustedAuthorities !== null || claims?.some(({ values }) => values !== null),
  )
