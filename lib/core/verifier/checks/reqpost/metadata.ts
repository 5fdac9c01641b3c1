import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown, shownName } from '../../../engine/judgements/shown'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import type { DcqlQuery } from '../../../shared/dcql/dcql-query'
import type { JwkFacts } from '../../../shared/jose/jwk'
import { namesAlone } from '../../../shared/recognise/near-name'
import { isObject } from '../../../shared/values/json'
import { bare, quote, say, word } from '../../../shared/values/wording'
import { presentedEvents } from '../../history/verifier-history'
import { onAnnouncement, onPost } from '../../judgements/subjects'
import { encValuesOf } from '../../read/request/client-metadata'
import type { RequestFetchReading, WalletMetadataReading } from '../../read/request/read-request-fetch'
import { sessionQuery } from '../../read/request/session-query'

/** Metadata that is a JSON object. */
type ReadableMetadata = WalletMetadataReading & { readonly value: Readonly<Record<string, unknown>> }

/** Runs a check on readable wallet metadata; unreadable metadata has its own check. */
const onWalletMetadata = (
  run: (metadata: ReadableMetadata, reading: RequestFetchReading) => Outcome,
): ((reading: RequestFetchReading) => Outcome) =>
  onPost(({ walletMetadata }, reading) => {
    if (walletMetadata === null) return notApplicable(say`The wallet sent no wallet_metadata.`)
    const { value } = walletMetadata
    if (value === null) return notApplicable(say`The metadata cannot be read; see vp.reqpost.wallet_metadata_json.`)
    return run({ ...walletMetadata, value }, reading)
  })

const lists: Readonly<Record<string, { readonly type: 'string' | 'number'; readonly names: readonly string[] }>> = {
  'dc+sd-jwt': { type: 'string', names: ['sd-jwt_alg_values', 'kb-jwt_alg_values'] },
  mso_mdoc: { type: 'number', names: ['issuerauth_alg_values', 'deviceauth_alg_values'] },
}

/** COSE algorithms are integers, JOSE algorithms names. */
const isEntry: Readonly<Record<'string' | 'number', (entry: unknown) => boolean>> = {
  string: (entry) => typeof entry === 'string',
  number: (entry) => Number.isInteger(entry),
}

function errorsOf(format: string, support: unknown): string[] {
  if (!isObject(support)) return [format]
  const { type, names } = lists[format] ?? { type: 'string', names: [] }
  return names.flatMap((name) => {
    const list = support[name]
    const good = list === undefined || (Array.isArray(list) && list.length > 0 && list.every(isEntry[type]))
    return good ? [] : [`${format}/${name}`]
  })
}

/** Whether these credential queries alone can satisfy the query. OID4VP-1FINAL-6.4.2 */
const canAnswer = ({ credentials, credentialSets }: DcqlQuery, covered: readonly string[]): boolean =>
  credentialSets === null
    ? credentials.every(({ id }) => covered.includes(id))
    : credentialSets
        .filter(({ required }) => required)
        .every(({ options }) => options.some((option) => option.every((id) => covered.includes(id))))

/** How wallet metadata names a client id without prefix, and its default. OID4VP-1FINAL-10.1 */
const preRegistered = 'pre-registered'

const prefixOf = (clientId: string): string => (clientId.includes(':') ? (clientId.split(':')[0] ?? '') : preRegistered)

/** True for client ids whose requests cannot be signed. OID4VP-1FINAL-5.9.3 */
const isUnsigned = (clientId: string): boolean => clientId.startsWith('redirect_uri:')

/** Supported key types; others are ignored, as RFC 7517 section 5 requires. */
const known = ['RSA', 'EC P-256', 'EC P-384', 'EC P-521', 'OKP Ed25519', 'OKP X25519']

const isMalformed = ({ isObject, kty, crv, valid }: JwkFacts): boolean =>
  !isObject || kty === null || kty === 'oct' || (!valid && known.includes(kty === 'RSA' ? kty : `${kty} ${crv}`))

const listFormats =
  'Send vp_formats_supported with one object per format. Lists of algorithms hold strings for SD-JWT VC and integers for mdoc.'

/** Far more than a verifier needs. */
const bytesMax = 8192

export const reqpostSession = area(
  'vp.reqpost',
  { subject: of<PresentationEvidence>() },
  {
    md_format_kept: {
      title: 'Wallet presents in a format that its metadata lists',
      problem: 'The wallet presented in a format that its metadata does not list',
      clauses: ['OID4VP-1FINAL-10.1'],
      level: 'should',
      why: 'A verifier that reads the metadata would never have asked this wallet for that format.',
      hint: 'List every format that the wallet can present in vp_formats_supported.',
      run: onAnnouncement(
        presentedEvents,
        say`No presentation was read.`,
        ({ event: { detail }, announced: { formats } }) => {
          if (formats === null) return notApplicable(say`The metadata lists no formats; see vp.reqpost.md_vp_formats.`)
          const { format = null } = detail
          return formats.some((listed) => listed === format)
            ? pass(shown(format))
            : violated({ expected: formats.map(quote), actual: shown(format) })
        },
      ),
    },
    md_encryption_kept: {
      title: 'Wallet encrypts its response as its metadata says',
      problem: 'The wallet did not encrypt its response as its metadata says',
      clauses: ['OID4VP-1FINAL-5.10', 'OID4VP-1FINAL-10.1'],
      level: 'should',
      why: 'A verifier offers what the metadata lists, and may not be able to decrypt anything else.',
      hint: 'List the alg and the enc of the response in authorization_encryption_alg_values_supported and authorization_encryption_enc_values_supported.',
      run: onAnnouncement(
        'vp_response_decrypted',
        say`No encrypted response was opened.`,
        ({ event: { detail }, announced: { algValues, encValues } }) => {
          if (algValues === null && encValues === null)
            return notApplicable(say`The metadata does not say how the wallet encrypts.`)
          const { alg = null, enc = null } = detail
          const keeps = (listed: readonly string[] | null, used: unknown) =>
            listed === null || listed.some((name) => name === used)
          return keeps(algValues, alg) && keeps(encValues, enc)
            ? pass([shown(alg), shown(enc)])
            : violated({
                expected: [...(algValues ?? []), ...(encValues ?? [])].map(quote),
                actual: [shown(alg), shown(enc)],
              })
        },
      ),
    },
  },
)

export const walletMetadata = area(
  'vp.reqpost',
  { subject: of<RequestFetchReading>() },
  {
    md_vp_formats: {
      title: 'Wallet metadata lists the formats that it presents',
      reasons: {
        broken: { says: 'The wallet metadata lists no formats that the wallet presents', fix: listFormats },
        other_name: {
          says: 'The wallet metadata has {seen} in place of vp_formats_supported',
          fix: 'Name the member vp_formats_supported, in this spelling.',
        },
        old_name: {
          says: 'The wallet metadata has {seen} of drafts before OpenID4VP 1.0 in place of vp_formats_supported',
          fix: listFormats,
          draft: 'OpenID4VP before 1.0',
        },
      },
      clauses: ['OID4VP-1FINAL-10.1', 'OID4VP-1FINALA-B.2.2', 'OID4VP-1FINALA-B.3.4'],
      level: 'must',
      why: 'Every wallet has to send this member: it tells the verifier what to ask for.',
      run: onWalletMetadata(({ value }) => {
        const formats = value.vp_formats_supported
        if (!isObject(formats) || Object.keys(formats).length === 0)
          return violated({
            expected: say`an object with at least one format`,
            actual: shown(formats),
            asks:
              formats === undefined
                ? [
                    {
                      reason: 'other_name',
                      missing: 'vp_formats_supported',
                      among: namesAlone(Object.keys(value)),
                      oldName: 'old_name',
                    },
                  ]
                : [],
          })
        const errors = Object.entries(formats).flatMap(([format, support]) => errorsOf(format, support))
        return errors.length === 0
          ? pass(Object.keys(formats).slice(0, 20).map(shown))
          : violated({ expected: say`non-empty lists of algorithms`, actual: errors.slice(0, 20).map(shown) })
      }),
    },
    md_format_match: {
      title: 'Wallet metadata lists the formats that the query needs',
      problem: 'The wallet metadata does not list the formats that the query needs',
      clauses: ['OID4VP-1FINAL-10.1'],
      level: 'should',
      needs: ['vp.reqpost.md_vp_formats'],
      why: 'A verifier does not ask a wallet for formats that the wallet does not list.',
      hint: 'List every format that the wallet can present in vp_formats_supported.',
      run: onWalletMetadata(({ value }, { session }) => {
        const query = sessionQuery(session, session.request)
        if (query === null || query.credentials.length === 0)
          return notApplicable(say`The request has no DCQL query that the metadata can be compared with.`)
        const formats = isObject(value.vp_formats_supported) ? Object.keys(value.vp_formats_supported) : []
        const covered = query.credentials.filter(({ format }) => formats.includes(format)).map(({ id }) => id)
        return canAnswer(query, covered)
          ? pass(formats.slice(0, 20).map(shown))
          : violated({
              expected: [...new Set(query.credentials.map(({ format }) => format))].map(quote),
              actual: formats.slice(0, 20).map(shown),
            })
      }),
    },
    md_client_id_prefixes: {
      title: 'Wallet metadata lists the Client Identifier Prefix of the request',
      reasons: {
        broken: {
          says: 'The wallet metadata does not list the Client Identifier Prefix of the request',
          fix: 'List the prefix of the client_id in client_id_prefixes_supported if the wallet accepts it.',
        },
        other_name: {
          says: 'The wallet metadata has {seen} in place of client_id_prefixes_supported',
          fix: 'Name the member client_id_prefixes_supported, in this spelling.',
        },
        old_name: {
          says: 'The wallet metadata has {seen} of drafts before OpenID4VP 1.0 in place of client_id_prefixes_supported',
          fix: 'Name the member client_id_prefixes_supported, and list prefixes of OpenID4VP 1.0 in it.',
          draft: 'OpenID4VP before 1.0',
        },
      },
      clauses: ['OID4VP-1FINAL-10.1', 'OID4VP-1FINAL-5.9'],
      level: 'should',
      why: 'A wallet that lists no prefixes accepts pre-registered verifiers only.',
      run: onWalletMetadata(({ value }, { session }) => {
        const prefix = prefixOf(String(session.request.client_id))
        const prefixes = value.client_id_prefixes_supported
        // Absent means pre-registered verifiers only; continuing contradicts that.
        if (prefixes === undefined && prefix === preRegistered) return pass(quote(prefix))
        if (prefixes === undefined)
          return tolerated({
            expected: quote(prefix),
            actual: null,
            asks: [
              {
                reason: 'other_name',
                missing: 'client_id_prefixes_supported',
                among: namesAlone(Object.keys(value)),
                oldName: 'old_name',
              },
            ],
          })
        if (!Array.isArray(prefixes)) return violated({ expected: [quote(prefix)], actual: shown(prefixes) })
        return prefixes.includes(prefix)
          ? pass(quote(prefix))
          : violated({ expected: quote(prefix), actual: prefixes.slice(0, 20).map(shown) })
      }),
    },
    md_request_algs: {
      title: 'Wallet metadata lists ES256 for signed requests',
      problem: 'The wallet metadata does not list ES256 for signed requests',
      clauses: ['OID4VP-1FINAL-5.10', 'HAIP-7'],
      level: 'should',
      why: 'The verifier signs with an algorithm that the wallet can verify.',
      hint: 'List ES256 in request_object_signing_alg_values_supported.',
      run: onWalletMetadata(({ value }, { session }) => {
        if (isUnsigned(String(session.request.client_id)))
          return notApplicable(say`The verifier cannot sign; see vp.reqpost.md_no_algs_unsigned.`)
        const algs = value.request_object_signing_alg_values_supported
        if (!Array.isArray(algs)) return violated({ expected: say`an array with ES256`, actual: shown(algs) })
        return algs.includes('ES256')
          ? pass(say`ES256`)
          : violated({ expected: say`ES256`, actual: algs.slice(0, 20).map(shown) })
      }),
    },
    md_no_algs_unsigned: {
      title: 'Wallet metadata lists no algorithms for a request that cannot be signed',
      problem:
        'The wallet metadata lists signature algorithms although the prefix redirect_uri rules out signed requests',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'must',
      why: 'Under this prefix nobody can sign, so a list would promise to verify what is never there.',
      hint: 'Leave request_object_signing_alg_values_supported out if the client_id has the prefix redirect_uri.',
      run: onWalletMetadata(({ value }, { session }) => {
        if (!isUnsigned(String(session.request.client_id)))
          return notApplicable(say`The verifier can sign its requests.`)
        const algs = value.request_object_signing_alg_values_supported
        return algs === undefined
          ? pass(bare.absent)
          : violated({
              expected: bare.absent,
              actual: Array.isArray(algs) ? algs.slice(0, 20).map(shown) : shown(algs),
            })
      }),
    },
    md_response_encryption: {
      title: 'Wallet metadata lists an encryption that the request offers',
      problem: 'The wallet metadata lists no encryption that the request offers',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'should',
      why: 'Wallet and verifier need an encryption in common, or the wallet cannot respond.',
      hint: 'List ECDH-ES in authorization_encryption_alg_values_supported, and an offered enc value in authorization_encryption_enc_values_supported.',
      run: onWalletMetadata(({ value }, { session }) => {
        if (session.responseMode !== 'direct_post.jwt') return notApplicable(say`The response is not encrypted.`)
        const algs = value.authorization_encryption_alg_values_supported
        const encs = value.authorization_encryption_enc_values_supported
        const offered = encValuesOf(session.request.client_metadata)
        if (algs === undefined && encs === undefined)
          return notObserved(say`The metadata does not say how the wallet encrypts.`)
        const fits =
          (algs === undefined || (Array.isArray(algs) && algs.includes('ECDH-ES'))) &&
          (encs === undefined || (Array.isArray(encs) && offered.some((enc) => encs.includes(enc))))
        const actual = [algs, encs]
          .flat()
          .slice(0, 20)
          .map((name) => shown(name))
        return fits ? pass(actual) : violated({ expected: [say`ECDH-ES`, ...offered.map(quote)], actual })
      }),
    },
    md_response_types_modes: {
      title: 'Wallet metadata lists the response type and mode of the request',
      problem: 'The wallet metadata does not list the response type and mode of the request',
      clauses: ['OID4VP-1FINAL-10.1', 'RFC8414-2'],
      level: 'info',
      why: 'A verifier may give up on a wallet whose metadata omits what it supports.',
      hint: 'List the response type and mode in response_types_supported and response_modes_supported.',
      run: onWalletMetadata(({ value }, { session }) => {
        const { response_types_supported: types, response_modes_supported: modes } = value
        if (types === undefined && modes === undefined)
          return notApplicable(say`The metadata names neither types nor modes.`)
        const holds = (list: unknown, wanted: string) =>
          list === undefined || (Array.isArray(list) && list.includes(wanted))
        return holds(types, session.responseType) && holds(modes, session.responseMode)
          ? pass()
          : violated({
              expected: [word(session.responseType), word(session.responseMode)],
              actual: [types, modes]
                .flat()
                .slice(0, 20)
                .map((name) => shown(name)),
            })
      }),
    },
    md_jwks_shape: {
      title: 'Wallet metadata carries public keys only',
      problem: 'The wallet metadata does not carry public keys alone',
      clauses: ['RFC7517-4', 'RFC7517-9.2', 'OID4VP-1FINAL-5.10'],
      level: 'must',
      why: 'A private or symmetric key that was sent is compromised.',
      hint: 'Send jwks with an array keys of public keys, without d, p, q or k.',
      run: onWalletMetadata(({ jwks }) => {
        if (jwks === null) return notApplicable(say`The metadata has no keys.`)
        if (!jwks.isKeySet) return violated({ expected: say`an object with an array keys`, actual: bare.somethingElse })
        const leaked = [...new Set(jwks.keys.flatMap(({ facts }) => facts.privateMembers))]
        if (leaked.length > 0) return violated({ expected: say`public members only`, actual: leaked.map(quote) })
        const bad = jwks.keys.filter(({ facts }) => isMalformed(facts))
        return bad.length === 0
          ? pass(say`${jwks.keys.length} keys`)
          : violated({
              expected: say`public keys`,
              actual: bad.slice(0, 20).map(({ facts }) => shown(facts.kty) ?? say`no kty`),
            })
      }),
    },
    encryption_possible: {
      title: 'Request can be encrypted to a key of the wallet',
      problem: 'The request cannot be encrypted to a key of the wallet',
      clauses: ['OID4VP-1FINAL-5.10', 'RFC9101-6.1'],
      level: 'should',
      why: 'A wallet that sends keys asks for an encrypted request. Without a usable key, the request is sent in the clear.',
      hint: 'Send an encryption key (use is enc or absent) for ECDH-ES, ECDH-ES+A128KW, ECDH-ES+A256KW or RSA-OAEP-256.',
      run: onWalletMetadata(({ jwks, encryption }) => {
        if (jwks === null) return notApplicable(say`The metadata has no keys.`)
        return encryption === null
          ? violated({ expected: say`a key that a request can be encrypted to`, actual: say`${jwks.keys.length} keys` })
          : pass({ alg: quote(encryption.alg), enc: quote(encryption.enc) })
      }),
    },
    md_minimal: {
      title: 'Wallet metadata reveals nothing about the app or the device',
      problem: 'The wallet metadata reveals something about the app or the device',
      clauses: ['OID4VP-1FINAL-15.6'],
      level: 'info',
      why: 'Versions, builds and device names tell users apart.',
      hint: 'Send what the verifier needs for its request, and nothing about version, build or device.',
      run: onWalletMetadata(({ value, bytes }) => {
        const telling = Object.keys(value).filter((name) =>
          /version|build|device|model|platform|os_|installation/i.test(name),
        )
        if (telling.length > 0)
          return violated({ expected: say`no version, build or device`, actual: telling.slice(0, 20).map(shownName) })
        return bytes <= bytesMax
          ? pass(say`${bytes} bytes`)
          : violated({ expected: say`at most ${bytesMax} bytes`, actual: bytes })
      }),
    },
  },
)
