import { area, of } from '../../../engine/checks/area'
import {
  notApplicable,
  notObserved,
  type Outcome,
  pass,
  type Reason,
  tolerated,
  violated,
} from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/keys'
import { isUnusable, shown, shownChainError } from '../../../engine/judgements/shown'
import { answerClaimValuesMax } from '../../../shared/formats/reading-of-presentation'
import {
  type IssuerDocument,
  type IssuerMetadataError,
  isOwnError,
} from '../../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import { claimValuesMax } from '../../../shared/formats/sd-jwt-vc/read-presentation/read-numeric-date'
import type { SdJwtVcReading, X5cReading } from '../../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { distanceWords } from '../../../shared/time/durations'
import { isObject } from '../../../shared/values/json'
import { bare, quote, say, type Wording, word } from '../../../shared/values/wording'
import { foundSignatureReasons, signatureReasons } from '../../judgements/hint-reasons'
import { judgeIssuerTrust, trustReasons } from '../../judgements/issuers'
import { judgeSignature } from '../../judgements/signatures'
import { onSdJwt } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

/** Runs a check on the issuer's certificates. */
const onX5c = (run: (x5c: X5cReading, sdJwt: SdJwtVcReading) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt) =>
    sdJwt.x5c === null ? notApplicable(say`The credential has no x5c header.`) : run(sdJwt.x5c, sdJwt),
  )

const tooManyWords = say`more values than one presentation may have, ${claimValuesMax} (claimValuesMax), or one response, ${answerClaimValuesMax} (answerClaimValuesMax)`

const sendX5c = 'Present a credential with the certificates of its issuer in x5c.'

/** Why a key is unknown. */
const keyReasons = {
  issuer_unknown: {
    says: 'The issuer key is unknown, since there is no x5c and this service fetches no keys of other issuers',
    fix: 'Present a credential with the certificates of its issuer in x5c, or start this service with FETCH_ISSUER_METADATA=on.',
  },
  did: {
    says: 'The iss of the credential is a DID, {seen}, and DIDs of issuers are not resolved here',
    fix: sendX5c,
  },
  header_jwk: {
    says: 'The credential names the key of its issuer only in jwk of its own header, which proves nothing: anybody can put a key there',
    fix: sendX5c,
  },
  header_jwk_unasked: {
    says: 'The credential names the key of its issuer only in jwk of its own header, which proves nothing, and this service fetches no keys of other issuers',
    fix: 'Present a credential with the certificates of its issuer in x5c, or start this service with FETCH_ISSUER_METADATA=on.',
  },
  iss_no_https: {
    says: 'The issuer key is unknown: there is no x5c, and the iss of the credential is no https URL',
    fix: sendX5c,
  },
  not_readable: {
    says: 'The issuer-signed JWT cannot be read',
    fix: 'Send a compact JWS as first part of the presentation.',
  },
  x5c_unreadable: {
    says: 'The certificates in x5c cannot be read',
    fix: 'Report it to the issuer: x5c is an array of certificates in base64, the leaf first.',
    acts: 'issuer',
  },
  x5c_key_unusable: {
    says: 'The first certificate in x5c has no key that can verify signatures',
    fix: 'Report it to the issuer: its certificate has a key on P-256, P-384, P-521 or Ed25519.',
    acts: 'issuer',
  },
  iss_absent: { says: 'The issuer key is unknown: there is neither x5c nor iss', fix: sendX5c },
  kid_absent: {
    says: 'The issuer has several keys, and the header names none',
    fix: 'Report it to the issuer: it sets kid in the header, or sends its certificates in x5c.',
    acts: 'issuer',
  },
  kid_unknown: {
    says: 'The issuer has no key of the kid in the header',
    fix: 'Report it to the issuer: it publishes the key under this kid, or sends its certificates in x5c.',
    acts: 'issuer',
  },
  key_unusable: {
    says: 'The issuer publishes no public key under the kid in the header',
    fix: 'Report it to the issuer: it publishes a public key on P-256, P-384, P-521 or Ed25519.',
    acts: 'issuer',
  },
  metadata_unusable: {
    says: 'The issuer key is unknown: {document} {error}',
    fix: 'Report it to the issuer: its metadata has to be there over https, or its certificates in x5c.',
    acts: 'issuer',
  },
} as const satisfies Readonly<Record<string, Reason>>

/** The reason for an unknown key, read more closely: an address that this service could fetch is https. */
function keyReasonOf({ issuerKey, iss, issuerJwt }: SdJwtVcReading): keyof typeof keyReasons | null {
  if (issuerKey.resolved) return null
  const { reason } = issuerKey
  const hasNoAddress = reason === 'iss_absent' || reason === 'issuer_unknown' || reason === 'metadata_unusable'
  if (!hasNoAddress) return reason
  if (iss.value?.startsWith('did:')) return 'did'
  const hasJwk = isObject(issuerJwt.header?.jwk)
  if (iss.httpsUrl) return hasJwk && reason === 'issuer_unknown' ? 'header_jwk_unasked' : reason
  if (hasJwk) return 'header_jwk'
  return iss.value === null || reason === 'metadata_unusable' ? reason : 'iss_no_https'
}

/** The method of a DID: its name alone, which says enough. */
const didMethod = (iss: string | null): Wording => say`did:${(iss ?? '').split(':')[1]?.slice(0, 20) ?? ''}`

const documents: Readonly<Record<IssuerDocument, Wording>> = {
  issuer_metadata: say`the metadata of the issuer (/.well-known/jwt-vc-issuer)`,
  jwks_uri: say`the jwks_uri in the metadata of the issuer`,
}

const errors: Readonly<Record<IssuerMetadataError['error'], Wording>> = {
  not_https: say`is not asked for, because the address is not an https URL without user name, query and fragment`,
  own_host: say`is not asked for, because the host is this service`,
  too_many_issuers: say`is not asked for, because several other issuers were already asked for this response`,
  busy: say`is not asked for, because too many other requests are under way: try again`,
  share_taken: say`is not asked for, because this client’s network has as many requests under way as it may have: try again`,
  host_unknown: say`cannot be fetched: the host name is not known`,
  address_not_public: say`is not asked for, because the host is not at a public address`,
  certificate_untrusted: say`cannot be fetched: the certificate of the host is not trusted`,
  unreachable: say`cannot be fetched: the host does not respond`,
  timed_out: say`did not arrive in time`,
  too_large: say`is too large`,
  redirected: say`redirects elsewhere, and redirects are not followed`,
  status_not_200: say`did not come with status 200`,
  not_json: say`is not JSON, or its Content-Type does not say so`,
  not_an_object: say`is not a JSON object`,
  issuer_differs: say`has another issuer than the iss of the credential`,
  no_keys: say`has no keys`,
  two_key_sets: say`has both jwks and jwks_uri`,
  key_set_unreadable: say`has no readable JWK Set`,
}

const mismatch = {
  expected: say`header and payload as the issuer signed them`,
  actual: say`another header or payload, or a signature by another key`,
}

/** True for one of our issuers that uses plain http on the loopback interface, the default. */
function isThisMachine(iss: string | null, ours: string): boolean {
  if (iss === null || !URL.canParse(iss) || !URL.canParse(ours)) return false
  const { protocol, hostname, origin } = new URL(iss)
  return protocol === 'http:' && loopback.test(hostname) && origin === new URL(ours).origin
}

/** Names and addresses of the loopback interface. RFC 6761 section 6.3, RFC 5735 section 3, RFC 4291 section 2.5.3 */
const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/

const skewSeconds = 60

/** What cannot be read of a presentation that has no tilde. */
const behindTilde = ['vp.dcql.claims_present', 'vp.dcql.claim_set', 'vp.dcql.holder_binding', 'vp.kb.present'] as const

/** What else cannot be read where nothing is an SD-JWT. */
const ofCredential = ['vp.dcql.vct', 'vp.sdjwt.vct', 'vp.sdjwt.cnf', 'vp.sdjwt.key_resolved'] as const

/** What comes in place of a compact SD-JWT. RFC9901-4, RFC9901-8 */
const compactReasons = {
  jwt_alone: {
    says: 'The presentation is a JWT without a tilde, so it has neither Disclosures nor a Key Binding JWT',
    fix: 'Send the issuer-signed JWT, a tilde, each Disclosure with a tilde behind it, and then the Key Binding JWT.',
    explains: behindTilde,
  },
  json_serialisation: {
    says: 'The presentation is an SD-JWT in JSON serialization',
    fix: 'Send the compact form: <issuer-signed JWT>~<Disclosures>~<KB-JWT>.',
    explains: [...behindTilde, ...ofCredential],
  },
  jwt_of_vp: {
    says: 'The presentation is a JWT with the claim vp, a Verifiable Presentation of W3C, and no SD-JWT',
    fix: 'Send the SD-JWT VC itself with its Disclosures and its Key Binding JWT, and no JWT around it.',
    explains: [...behindTilde, ...ofCredential, 'vp.sdjwt.typ'],
  },
  other: {
    says: 'The presentation is no SD-JWT: it has no tilde, or no JWS before its first tilde',
    fix: 'Send <issuer-signed JWT>~<Disclosures>~<KB-JWT>.',
    explains: [...behindTilde, ...ofCredential],
  },
  not_ascii: {
    says: 'The presentation has characters that no compact SD-JWT has',
    fix: 'Send base64url, dots and tildes alone.',
  },
  empty_parts: {
    says: 'Two tildes of the presentation stand beside each other: {seen}',
    fix: 'Write one tilde after each Disclosure, and none without one.',
    explains: ['vp.kb.sd_hash'],
  },
  too_many_claims: {
    says: 'The presentation has more claims, or claims nested deeper, than this service reads',
    fix: 'Disclose fewer claims.',
  },
  too_many_disclosures: {
    says: 'The presentation has more Disclosures than this service reads: {seen}',
    fix: 'Send the Disclosures that the query needs and no others.',
  },
} as const satisfies Readonly<Record<string, Reason>>

export const sdjwtIssuer = area(
  'vp.sdjwt',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    compact: {
      title: 'Presentation is a compact SD-JWT',
      reasons: compactReasons,
      clauses: ['RFC9901-4', 'HAIP-6.1'],
      level: 'must',
      refusal: 'The presentation is not a compact SD-JWT.',
      counterpart: 'ParseCredentialAsSdJwtKb',
      why: 'Everything else is read from the parts between the tildes.',
      run: onSdJwt(({ shape, tooDeep, tooWide, issuerJwt }) => {
        const expected = say`<issuer-signed JWT>~<Disclosures>~<KB-JWT>`
        if (shape.kind === 'json_serialisation')
          return violated('json_serialisation', { expected, actual: say`JSON serialization` })
        if (shape.kind === 'other') {
          if (isObject(issuerJwt.claims?.vp)) return violated('jwt_of_vp', { expected, actual: say`a JWT with vp` })
          return violated(issuerJwt.header === null ? 'other' : 'jwt_alone', {
            expected,
            actual: issuerJwt.header === null ? bare.somethingElse : say`a JWT alone`,
          })
        }
        if (!shape.ascii) return violated('not_ascii', { expected: say`ASCII`, actual: say`other characters` })
        if (shape.emptyDisclosures.length > 0)
          return violated('empty_parts', {
            expected: say`no empty part`,
            actual: say`${shape.emptyDisclosures.length} empty parts`,
          })
        // Parts beyond a limit were not read, so the rest proves nothing.
        if (tooDeep || tooWide)
          return violated('too_many_claims', {
            expected: say`fewer claims`,
            actual: tooDeep ? say`nested too deep` : tooManyWords,
          })
        return shape.tooMany
          ? violated('too_many_disclosures', { expected: say`fewer Disclosures`, actual: say`${shape.parts} parts` })
          : pass(say`${shape.parts} parts`)
      }),
    },
    typ: {
      title: 'Credential is typed dc+sd-jwt',
      reasons: {
        other: {
          says: 'The typ of the credential is {seen}',
          fix: 'Report to the issuer of the credential that typ is dc+sd-jwt.',
          acts: 'issuer',
        },
        former_name: {
          says: 'The typ of the credential is vc+sd-jwt, its name in earlier drafts',
          fix: 'Report to the issuer of the credential that typ is dc+sd-jwt now.',
          acts: 'issuer',
          draft: 'an early SD-JWT VC draft',
        },
        absent: {
          says: 'The credential has no typ',
          fix: 'Report to the issuer of the credential that typ is dc+sd-jwt.',
          acts: 'issuer',
        },
      },
      clauses: ['SDJWTVC13-3.2.1'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTHeaderTyp',
      judges: { token: 'presented_credential', member: 'header.typ' },
      why: 'The type prevents other JWTs from passing as a credential.',
      run: onSdJwt(({ typ, issuerJwt }) => {
        if (issuerJwt.header === null) return notApplicable(say`The header of the credential cannot be read.`)
        if (typ.matches) return pass(say`dc+sd-jwt`)
        const actual = shown(typ.value)
        const other = actual === null ? 'absent' : 'other'
        return violated(typ.formerName ? 'former_name' : other, { expected: say`dc+sd-jwt`, actual })
      }),
      rejects: null,
    },
    alg: {
      title: 'Credential is signed with an algorithm that the request allows',
      problem: 'The alg of the credential is not allowed by the request, or does not fit the issuer key',
      clauses: ['RFC9901-7.1', 'OID4VP-1FINALA-B.3.4', 'RFC8725-3.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'header.alg' },
      why: 'An unsigned token or a MAC does not prove who issued the credential.',
      hint: 'Present a credential whose alg is in sd-jwt_alg_values of the request.',
      run: onSdJwt(({ issuerJwt: { header, alg } }) => {
        if (header === null) return notApplicable(say`The header of the credential cannot be read.`)
        if (!alg.asymmetric) return violated({ expected: say`a digital signature`, actual: shown(alg.value) })
        if (!alg.allowed)
          return violated({ expected: say`an algorithm of sd-jwt_alg_values`, actual: shown(alg.value) })
        return alg.fitsKey === false
          ? violated({ expected: say`an algorithm for the key of the issuer`, actual: shown(alg.value) })
          : pass(shown(alg.value))
      }),
    },
    key_resolved: {
      title: 'Key of the issuer can be found',
      reasons: keyReasons,
      clauses: ['SDJWTVC13-3.5', 'RFC9901-7.1'],
      level: 'must',
      refusal: 'The issuer key is unknown: the credential has no usable x5c, and no usable key is known for its iss.',
      why: 'Without its key, no one can verify who issued the credential.',
      run: onSdJwt((sdJwt) => {
        const { issuerKey, iss } = sdJwt
        const reason = keyReasonOf(sdJwt)
        if (issuerKey.resolved || reason === null)
          return issuerKey.resolved ? pass(word(issuerKey.source)) : notObserved(say`The key is unknown.`)
        const expected = say`a key`
        if (reason === 'did') return violated(reason, { expected, actual: didMethod(iss.value) })
        if (reason !== 'metadata_unusable' || issuerKey.reason !== 'metadata_unusable')
          return violated(reason, { expected, actual: quote(reason) })
        const { document, error } = issuerKey
        if (isOwnError(error)) return notObserved(say`Issuer key unknown: ${documents[document]} ${errors[error]}.`)
        return violated(reason, { expected, actual: { document: documents[document], error: errors[error] } })
      }),
    },
    signature: {
      title: 'Signature of the credential is valid',
      reasons: {
        ...signatureReasons('issuer-signed JWT', {
          invalid: {
            says: 'The header or the payload of the credential was changed after the issuer signed it, or another key signed it',
            fix: 'Present the issuer-signed JWT exactly as issued, byte by byte.',
          },
          acts: 'issuer',
        }),
        ...foundSignatureReasons('issuer-signed JWT', {
          key: 'Present the issuer-signed JWT exactly as issued; if it is, report to the issuer which key signed it.',
          acts: 'issuer',
        }),
      },
      refusal: 'The signature of the credential is invalid or cannot be verified.',
      clauses: ['RFC9901-7.1', 'OID4VP-1FINAL-8.6'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'signature' },
      why: 'It proves that the claims come from the issuer.',
      run: onSdJwt(({ issuerSignature, hints }) =>
        judgeSignature(issuerSignature, { hints, about: 'vp.sdjwt.signature', mismatch }),
      ),
    },
    x5c_present: {
      title: 'Credential carries the certificates of its issuer',
      problem: 'The credential does not carry the certificates of its issuer',
      clauses: ['HAIP-6.1.1'],
      level: 'must',
      profile: 'haip',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'HAIP identifies issuers by their certificates.',
      hint: 'Put the certificates into the x5c header.',
      acts: 'issuer',
      run: onSdJwt(({ x5c, issuerJwt }) => {
        if (issuerJwt.header === null) return notApplicable(say`The header of the credential cannot be read.`)
        return x5c === null ? violated({ expected: say`x5c`, actual: null }) : pass()
      }),
      rejects: null,
    },
    x5c_encoding: {
      title: 'Certificates in x5c are base64-encoded DER',
      problem: 'The x5c header of the credential cannot be read as certificates',
      clauses: ['RFC7515-4.1.6'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'Unlike the rest of JOSE, x5c uses standard base64.',
      hint: 'Encode each certificate in standard base64, not in base64url, the leaf first.',
      acts: 'issuer',
      run: onX5c(({ facts, misencoded }) => {
        if (!facts.readable) return violated({ expected: say`certificates`, actual: facts.reason })
        return misencoded.length === 0
          ? pass(say`${facts.certificates.length} certificates`)
          : violated({ expected: say`base64`, actual: say`base64url or white space in ${misencoded.length} of them` })
      }),
    },
    x5c_leaf_not_self_signed: {
      title: 'Certificate of the issuer is not self-signed',
      problem: 'The certificate of the issuer is self-signed',
      clauses: ['HAIP-6.1.1'],
      level: 'must',
      profile: 'haip',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'A self-signed certificate says nothing about who the issuer is.',
      hint: 'Get the certificate from a CA.',
      acts: 'issuer',
      run: onX5c(({ leafSelfSigned }) => {
        if (leafSelfSigned === null) return notApplicable(say`The certificates cannot be read.`)
        return leafSelfSigned
          ? violated({ expected: say`a certificate of an authority`, actual: say`self-signed` })
          : pass()
      }),
      rejects: null,
    },
    x5c_no_anchor: {
      title: 'The x5c header holds no trust anchor',
      problem: 'The x5c header holds a trust anchor',
      clauses: ['HAIP-6.1.1'],
      level: 'must',
      profile: 'haip',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'A verifier must already know its trust anchors, and never take one from the credential.',
      hint: 'Leave the root certificate out of x5c.',
      acts: 'issuer',
      run: onX5c(({ facts, selfSigned }) => {
        if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
        return facts.includesAnchor || selfSigned.length > 0
          ? violated({ expected: say`no anchor`, actual: say`a self-signed certificate or a known anchor` })
          : pass()
      }),
      rejects: null,
    },
    x5c_chain: {
      title: 'Certificates form a valid path: each is signed by the next one, which may issue it',
      reasons: {
        no_path: {
          says: 'The certificates of the issuer form no valid path: {seen}',
          fix: 'Report it to the issuer: each certificate in x5c is signed by the next one, which is a CA.',
          acts: 'issuer',
          refusal: 'The certificates of the issuer form no valid path.',
          // A chain without a trust anchor refuses only if the issuer must be trusted.
          error: null,
        },
        order: {
          says: 'The certificates in x5c are in the reverse order',
          fix: 'Report it to the issuer: its own certificate comes first, then the one that issued it.',
          acts: 'issuer',
          refusal: 'The certificates in x5c are in the reverse order.',
          error: null,
          explains: [
            'vp.sdjwt.signature',
            'vp.sdjwt.alg',
            'vp.sdjwt.x5c_validity',
            'vp.sdjwt.x5c_leaf_not_self_signed',
            'vp.sdjwt.x5c_no_anchor',
            'vp.sdjwt.issuer_trusted',
          ],
        },
        extension: {
          says: 'A certificate of the issuer has an extension that rules out this use: {seen}',
          fix: 'Report it to the issuer: it gets a certificate without that extension.',
          acts: 'issuer',
        },
      },
      clauses: ['RFC5280-6', 'RFC5280-4.2', 'SDJWTVC13-3.5'],
      level: 'must',
      refusal: 'A certificate of the issuer has an extension that rules out this use.',
      counterpart: 'ValidateSdJwtCredentialX5cCertificateChain',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'A broken chain leads to no trust anchor.',
      run: onX5c(({ facts, isReversed }) => {
        if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
        const { chainError, certificates } = facts
        if (chainError === null) return pass(say`${certificates.length} certificates`)
        return violated(isUnusable(chainError) ? 'extension' : isReversed ? 'order' : 'no_path', {
          expected: say`a valid path`,
          actual: shownChainError(chainError, certificates.length),
        })
      }),
    },
    x5c_validity: {
      title: 'Certificates of the issuer are valid now',
      problem: 'A certificate of the issuer has expired or is not yet valid',
      clauses: ['RFC5280-4.1.2.5'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'An expired certificate no longer vouches for its key.',
      hint: 'Renew the certificate and reissue the credentials.',
      acts: 'issuer',
      run: onX5c(({ facts, notYetValid, expired }) => {
        if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
        if (expired.length > 0) return violated({ expected: say`valid now`, actual: say`expired` })
        return notYetValid.length > 0 ? violated({ expected: say`valid now`, actual: say`not yet valid` }) : pass()
      }),
    },
    x5c_iss_san: {
      title: 'Certificate of the issuer names the iss of the credential',
      problem: 'The certificate of the issuer does not name the iss of the credential',
      clauses: ['SDJWTVC09-3.5'],
      level: 'should',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'An earlier draft tied iss to the certificate. Later ones dropped the rule.',
      hint: 'Add the URL or host of iss to the certificate as a subject alternative name.',
      acts: 'issuer',
      run: onX5c(({ issMatchesSan }) => {
        if (issMatchesSan === null)
          return notApplicable(say`The credential has no https iss, or its certificates cannot be read.`)
        return issMatchesSan
          ? pass()
          : tolerated({ expected: say`a name of the certificate`, actual: say`another host` })
      }),
      rejects: null,
    },
    issuer_trusted: {
      title: 'Issuer of the credential is trusted',
      reasons: trustReasons,
      refusal: 'The issuer is not trusted.',
      clauses: ['OID4VP-1FINAL-8.6', 'SDJWTVC13-3.5'],
      level: 'info',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'A valid credential may still come from an unknown issuer.',
      run: onSdJwt(({ issuerTrusted, x5c, issuerSignature }, subject) =>
        judgeIssuerTrust(issuerTrusted, { chain: x5c, signature: issuerSignature }, subject),
      ),
    },
    issuer_listed: {
      title: 'Issuer of the credential is on a list of issuers',
      problem: 'The issuer of the credential is on no list of issuers',
      clauses: ['E602-D', 'E602-H'],
      level: 'info',
      profile: 'eu',
      toldUnclaimed: true,
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'Lists of trusted entities name the issuers that Member States have notified. The clauses of ETSI are cited after the EU libraries.',
      hint: 'Present a credential of a listed issuer, or add a list that names this one (trust/lists.json).',
      run: onX5c(({ facts }, { issuerSignature }) =>
        judgeListing(facts, { signed: issuerSignature.result === 'valid', who: listedParties.issuer }),
      ),
      rejects: null,
    },
    vct: {
      title: 'Credential names its type in the clear',
      problem: 'The credential has no vct in the clear',
      clauses: ['SDJWTVC13-3.2.2.1', 'SDJWTVC13-3.2.2.2'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTVct',
      judges: { token: 'presented_credential', member: 'claims.vct' },
      why: 'The vct tells the verifier what the claims mean.',
      hint: 'Put vct into the payload, not into a Disclosure.',
      acts: 'issuer',
      run: onSdJwt(({ vct, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        if (!vct.present) return violated({ expected: say`vct`, actual: null })
        if (vct.value === null || vct.value === '')
          return violated({ expected: say`a string`, actual: bare.somethingElse })
        return vct.clear
          ? pass(shown(vct.value))
          : violated({ expected: say`in the clear`, actual: say`in a Disclosure` })
      }),
    },
    aka_vcts: {
      title: 'Further types of the credential are a list of other names, in the clear',
      reasons: {
        disclosed: {
          says: 'The aka_vcts of the credential is in a Disclosure',
          fix: 'Put aka_vcts with all its names into the payload, not into a Disclosure.',
          acts: 'issuer',
          clause: 'SDJWTVC19-2.2.2.3',
        },
        no_array: {
          says: 'The aka_vcts of the credential is not an array',
          fix: 'Write aka_vcts as an array of strings, or leave it out.',
          acts: 'issuer',
        },
        empty: {
          says: 'The aka_vcts of the credential names no type',
          fix: 'Name at least one further type in aka_vcts, or leave it out.',
          acts: 'issuer',
        },
        text: {
          says: 'The aka_vcts of the credential holds what is no URI and no name with a colon',
          fix: 'Name each further type by a URI, e.g. urn:eudi:pid:1.',
          acts: 'issuer',
        },
        own: {
          says: 'The aka_vcts of the credential holds its vct',
          fix: 'Leave the vct out of aka_vcts, which is for further types.',
          acts: 'issuer',
        },
        repeated: {
          says: 'The aka_vcts of the credential names a type twice',
          fix: 'Name each further type once in aka_vcts.',
          acts: 'issuer',
        },
      },
      clauses: ['SDJWTVC19-2.2.2.2', 'SDJWTVC19-2.2.2.3'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'claims.aka_vcts' },
      why: 'A verifier that knows only the common type finds it in aka_vcts; a list that breaks a rule tells it nothing.',
      run: onSdJwt(({ akaVcts, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        if (!akaVcts.present) return notApplicable(say`The credential has no aka_vcts.`)
        return akaVcts.problem === null
          ? pass(akaVcts.names.map((name) => shown(name)))
          : violated(akaVcts.problem, { expected: say`other names of types, in the clear` })
      }),
      rejects: null,
    },
    registered_not_sd: {
      title: 'Registered claims of the credential are in the clear',
      problem: 'The credential hides a claim in a Disclosure that belongs in the clear',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC9901-9.7'],
      level: 'must',
      refusal: 'A claim that must be in the clear was sent as a Disclosure.',
      why: 'A holder must not be able to hide the limits of the credential.',
      hint: 'Keep iss, nbf, exp, cnf, vct, vct#integrity and status out of Disclosures.',
      acts: 'issuer',
      run: onSdJwt(({ registeredInDisclosures, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        return registeredInDisclosures.length === 0
          ? pass()
          : violated({ expected: say`in the clear`, actual: registeredInDisclosures.map(quote) })
      }),
    },
    iss: {
      title: 'Issuer of the credential is named by an https URL',
      problem: 'The iss of the credential is not an https URL',
      clauses: ['SDJWTVC13-3.2.2.2'],
      level: 'info',
      judges: { token: 'presented_credential', member: 'claims.iss' },
      why: 'The iss claim identifies the issuer.',
      hint: 'Set iss to the https URL of the issuer, or leave it out.',
      acts: 'issuer',
      run: onSdJwt(({ iss }, { answer }) => {
        if (!iss.present) return notApplicable(say`The credential has no iss.`)
        const { binding, responseUri } = answer.request
        if (isThisMachine(iss.value, binding?.origin ?? responseUri))
          return pass(say`${iss.value}: this service, over plain http on one machine`)
        return iss.httpsUrl
          ? pass(shown(iss.value))
          : violated({ expected: say`an https URL`, actual: shown(iss.value) })
      }),
      rejects: null,
    },
    iat: {
      title: 'Credential was issued in the past',
      reasons: {
        milliseconds: {
          says: 'The iat of the credential is in milliseconds',
          fix: 'Report it to the issuer: iat counts seconds since 1970.',
          acts: 'issuer',
        },
        in_the_future: {
          says: 'The iat of the credential is {seen}',
          fix: 'Report it to the issuer: iat is the time of issuance, and its clock may be wrong.',
          acts: 'issuer',
        },
        no_number: {
          says: 'The iat of the credential is no number: {seen}',
          fix: 'Report it to the issuer: iat is the time of issuance as a number of seconds since 1970.',
          acts: 'issuer',
        },
      },
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.6'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTIat',
      judges: { token: 'presented_credential', member: 'claims.iat' },
      why: 'An iat in the future or in milliseconds is a mistake of the issuer.',
      run: onSdJwt(({ iat }) => {
        if (!iat.present) return notApplicable(say`The credential has no iat.`)
        if (iat.seconds === null) return violated('no_number', { expected: say`a number`, actual: word(iat.type) })
        if (iat.looksLikeMilliseconds)
          return violated('milliseconds', { expected: say`seconds`, actual: say`milliseconds` })
        if ((iat.fromNow ?? 0) > skewSeconds)
          return violated('in_the_future', {
            expected: say`in the past`,
            actual: say`${distanceWords(iat.fromNow ?? 0)}`,
          })
        return pass()
      }),
      rejects: null,
    },
    nbf: {
      title: 'Credential is already valid',
      reasons: {
        in_the_future: {
          says: 'The nbf of the credential is {seen}',
          fix: 'Wait until nbf, or present another credential.',
        },
        no_number: {
          says: 'The nbf of the credential is no number: {seen}',
          fix: 'Report it to the issuer: nbf is a number of seconds since 1970.',
          acts: 'issuer',
        },
      },
      refusal: 'The credential is not valid yet.',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.5'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTNbf',
      judges: { token: 'presented_credential', member: 'claims.nbf' },
      why: 'A verifier must refuse a credential before its nbf.',
      run: onSdJwt(({ nbf }) => {
        if (!nbf.present) return notApplicable(say`The credential has no nbf.`)
        if (nbf.seconds === null) return violated('no_number', { expected: say`a number`, actual: word(nbf.type) })
        return (nbf.fromNow ?? 0) > skewSeconds
          ? violated('in_the_future', {
              expected: say`not in the future`,
              actual: say`${distanceWords(nbf.fromNow ?? 0)}`,
            })
          : pass()
      }),
    },
    exp: {
      title: 'Credential has not expired',
      reasons: {
        past: {
          says: 'The exp of the credential is {seen}',
          fix: 'Present a credential that is valid, and get a new one from the issuer in time.',
        },
        no_number: {
          says: 'The exp of the credential is no number: {seen}',
          fix: 'Report it to the issuer: exp is a number of seconds since 1970.',
          acts: 'issuer',
        },
      },
      refusal: 'The credential has expired.',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.4'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTExp',
      judges: { token: 'presented_credential', member: 'claims.exp' },
      why: 'Verifiers must refuse an expired credential, so a wallet should not present it.',
      run: onSdJwt(({ exp }) => {
        if (!exp.present) return notApplicable(say`The credential has no exp.`)
        if (exp.seconds === null) return violated('no_number', { expected: say`a number`, actual: word(exp.type) })
        return (exp.fromNow ?? 0) <= -skewSeconds
          ? violated('past', {
              expected: say`in the future`,
              actual: say`${distanceWords(exp.fromNow ?? 0)}`,
            })
          : pass()
      }),
    },
    validity_info: {
      title: 'Credential has an expiry or a status',
      problem: 'The credential has neither an expiry nor a status',
      clauses: ['HAIP-6.1'],
      level: 'should',
      profile: 'haip',
      counterpart: 'ValidateCredentialValidityInfoIsPresent',
      judges: { token: 'presented_credential', member: 'claims.exp' },
      why: 'Without exp or status a credential stays valid forever.',
      hint: 'Set exp or status.',
      acts: 'issuer',
      run: onSdJwt(({ exp, status, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        return exp.present || status.present ? pass() : tolerated({ expected: say`exp or status`, actual: null })
      }),
      rejects: null,
    },
  },
)
