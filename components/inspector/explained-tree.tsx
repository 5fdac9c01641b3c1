import { isObject } from '@/lib/core/shared/values/json'
import { JsonTree } from '../ui/json-tree'
import type { MemberMark } from '../ui/member-mark'

interface ExplainedTreeProps {
  readonly value: unknown
  /** Findings by member path. */
  readonly marks?: Readonly<Record<string, readonly MemberMark[]>>
  /** Levels expanded at first. */
  readonly openDepth?: number
}

/**
 * JSON tree with explanations of token and message members. Rendered on the server, which sends the explanations of
 * the members that are there, so that no page loads them all as script.
 */
export function ExplainedTree(props: ExplainedTreeProps) {
  const known = [...new Set(namesIn(props.value))].flatMap((name) => {
    const meaning = meanings.get(name)
    return meaning === undefined ? [] : [[name, meaning] as const]
  })
  return <JsonTree {...props} meanings={Object.fromEntries(known)} />
}

/** The names of all members at any depth. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : []
}

/** One phrase per token or message member, with the defining section. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    typ: 'Media type of the token: prevents confusing one kind with another. RFC 7515, 4.1.9',
    alg: 'Algorithm of the signature. RFC 7515, 4.1.1',
    kid: 'Identifies the signing key. RFC 7515, 4.1.4',
    jwk: 'The public key itself. RFC 7515, 4.1.3',
    x5c: 'Certificate chain of the key, leaf first. RFC 7515, 4.1.6',
    iss: 'Issuer of the token. RFC 7519, 4.1.1',
    sub: 'Subject of the token. RFC 7519, 4.1.2',
    aud: 'Intended recipient of the token. RFC 7519, 4.1.3',
    exp: 'Expiry, in seconds since 1970. RFC 7519, 4.1.4',
    nbf: 'Start of validity, in seconds since 1970. RFC 7519, 4.1.5',
    iat: 'When the token was issued, in seconds since 1970. RFC 7519, 4.1.6',
    jti: 'Unique identifier of this token; never reused. RFC 7519, 4.1.7',
    nonce: 'A nonce from this service that proves the token is fresh.',
    htm: 'HTTP method of the request. RFC 9449, 4.2',
    htu: 'URL of the request, without query and fragment. RFC 9449, 4.2',
    ath: 'Hash of the access token. RFC 9449, 4.2',
    cnf: 'The key that the token is bound to. RFC 7800, 3.1',
    attested_keys: 'Keys that are attested. OpenID4VCI 1.0, D.1',
    key_storage: 'How well the keys are protected. OpenID4VCI 1.0, D.2',
    user_authentication: 'How strongly the user is authenticated before a key is used. OpenID4VCI 1.0, D.2',
    key_attestation: 'Attests the signing key. OpenID4VCI 1.0, D.1',
    grant_type: 'The kind of grant exchanged for a token. RFC 6749, 4',
    enc: 'How the content is encrypted. RFC 7516, 4.1.2',
    epk: 'Ephemeral public key of this message. RFC 7518, 4.6.1.1',
    decrypted: 'Whether our key decrypted it; if so, the content is shown as the request body.',
    vct: 'Type of the credential. SD-JWT VC, 3.2.2.1',
    doc_type: 'Type of the document. ISO/IEC 18013-5, 9.1.2.4',
    mso: 'Mobile security object: what the issuer signed. ISO/IEC 18013-5, 9.1.2.4',
    digest_algorithm: 'Hash of each element. ISO/IEC 18013-5, 9.1.2.5',
    digests: 'How many digests the issuer signed, by namespace. ISO/IEC 18013-5, 9.1.2.5',
    device_key: 'The key that the document is bound to. ISO/IEC 18013-5, 9.1.2.4',
    validity: 'When it was signed, and the start and end of its validity. ISO/IEC 18013-5, 9.1.2.4',
    issuer_auth: 'Header of the signature over the mobile security object. ISO/IEC 18013-5, 9.1.2.4',
    x5chain: 'Certificate chain of the signer, leaf first. RFC 9360, 2',
    chained: 'Whether each certificate is signed by the next one.',
    aki: 'Identifier of the key that signed the certificate, as in an aki query. RFC 5280, 4.2.1.1',
    ski: 'Identifier of the key of the certificate. RFC 5280, 4.2.1.2',
    digest: 'Digest of the Disclosure, which the issuer signed. RFC 9901, 4.2.3',
    requested: 'Whether the query asks for it, or it leads there.',
    c_nonce: 'Nonce for the key proof. OpenID4VCI 1.0, 7.2',
    proofs: 'Proofs of possession of the holder keys. OpenID4VCI 1.0, 8.2',
    credential_configuration_id: 'Which credential is requested. OpenID4VCI 1.0, 8.2',
    'pre-authorized_code': 'The code from the offer that authorises the credential. OpenID4VCI 1.0, 4.1.1',
    tx_code: 'A code that the user enters. OpenID4VCI 1.0, 4.1.1',
    thumbprint: 'Hash of the public key; equal keys have equal thumbprints. RFC 7638',
    signature: 'Whether the signature verifies with the key; ours: this service made the token.',
  }),
)
