/** What keeps a list of trusted entities from being trusted. */
export type ListProblem =
  | 'too_large'
  | 'not_jws'
  | 'not_a_list'
  | 'operator_unknown'
  | 'signature'
  | 'operator_name'
  | 'territory'
  | 'issued_later'
  | 'expired'
  | 'rolled_back'

/** The same for people, one sentence each. */
export const listProblems: Readonly<Record<ListProblem, string>> = {
  too_large: 'The list is larger than 1 MiB.',
  not_jws: 'The document is not a compact JWS with a JSON header and JSON payload.',
  not_a_list: 'The payload is not a list of trusted entities (LoTE, ETSI TS 119 602).',
  operator_unknown: 'The x5c header leads to none of the operators that are named for the list.',
  signature: 'The key of its operator does not verify the signature of the list.',
  operator_name: 'The operator in the list is not the organisation in the certificate of its signer.',
  territory: 'The territory of the list is not the country in the certificate of its signer.',
  issued_later: 'The list is dated in the future.',
  expired: 'The NextUpdate of the list has passed.',
  rolled_back: 'The sequence number of the list is lower than one that was valid here before.',
}
