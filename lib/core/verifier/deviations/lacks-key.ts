import type { TestedSession } from '.'

/** Tests whose request has no key, or none that can be used. */
const withoutKey: readonly unknown[] = ['no_enc_alg_key', 'no_usable_enc_key', 'no_enc_jwks', 'client_metadata_string']

/** True where the request deliberately has no key that a response or an error could be encrypted to. OID4VP-1FINAL-8.3 */
export const lacksKey = ({ options }: Pick<TestedSession, 'options'>): boolean =>
  withoutKey.includes(options.negative_test)
