import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/keys'
import { isUnusable, shown, shownChainError } from '../../../engine/judgements/shown'
import { answerClaimValuesMax } from '../../../shared/formats/reading-of-presentation'
import {
  type IssuerDocument,
  type IssuerMetadataError,
  isOwnError,
} from '../../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import { claimValuesMax } from '../../../shared/formats/sd-jwt-vc/read-presentation/read-numeric-date'
import type {
  IssuerKeyReading,
  SdJwtVcReading,
  X5cReading,
} from '../../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { distanceWords, durationWords } from '../../../shared/time/durations'
import { bare, quote, say, type Wording, word } from '../../../shared/values/wording'
import { judgeIssuerTrust } from '../../judgements/issuers'
import { judgeSignature } from '../../judgements/signatures'
import { onSdJwt } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

/** Runs a check on the issuer's certificates. */
const onX5c = (run: (x5c: X5cReading, sdJwt: SdJwtVcReading) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt) =>
    sdJwt.x5c === null ? notApplicable(say`The credential has no x5c header.`) : run(sdJwt.x5c, sdJwt),
  )

const tooManyWords = say`more values than one presentation may have, ${claimValuesMax} (claimValuesMax), or one response, ${answerClaimValuesMax} (answerClaimValuesMax)`

type Unresolved = Extract<IssuerKeyReading, { resolved: false }>

/** Why a key is unknown, in words for a finding. */
const reasons: Readonly<Record<Exclude<Unresolved['reason'], 'metadata_unusable'>, Wording>> = {
  not_readable: say`The issuer-signed JWT cannot be read.`,
  x5c_unreadable: say`The certificates in x5c cannot be read.`,
  x5c_key_unusable: say`The first certificate in x5c has no key that can verify signatures.`,
  iss_absent: say`Issuer key unknown: there is neither x5c nor iss.`,
  issuer_unknown: say`Issuer key unknown: there is no x5c, and the keys of other issuers are not fetched. Put the certificates of the issuer into x5c, or start this service with FETCH_ISSUER_METADATA=on.`,
  kid_absent: say`The issuer has several keys, and the header names none.`,
  kid_unknown: say`The issuer has no key of this kid.`,
  key_unusable: say`The issuer publishes no public key under this kid.`,
}

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
  cause: say`The header or the payload of the credential was changed after the issuer signed it, or another key signed it`,
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

export const sdjwtIssuer = area(
  'vp.sdjwt',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    compact: {
      title: 'Presentation is a compact SD-JWT',
      problem: 'The presentation is not a compact SD-JWT',
      clauses: ['RFC9901-4', 'HAIP-6.1'],
      level: 'must',
      counterpart: 'ParseCredentialAsSdJwtKb',
      why: 'Everything else is read from the parts between the tildes.',
      hint: 'Send <issuer-signed JWT>~<Disclosures>~<KB-JWT>, without empty parts.',
      run: onSdJwt(({ shape, tooDeep, tooWide }) => {
        if (shape.kind === 'json_serialisation')
          return violated({ expected: say`compact`, actual: say`JSON serialization` })
        if (shape.kind === 'other')
          return violated({ expected: say`a JWS and at least one tilde`, actual: bare.somethingElse })
        if (!shape.ascii) return violated({ expected: say`ASCII`, actual: say`other characters` })
        if (shape.emptyDisclosures.length > 0)
          return violated({ expected: say`no empty part`, actual: say`${shape.emptyDisclosures.length} empty parts` })
        // Parts beyond a limit were not read, so the rest proves nothing.
        if (tooDeep || tooWide)
          return violated({ expected: say`fewer claims`, actual: tooDeep ? say`nested too deep` : tooManyWords })
        return shape.tooMany
          ? violated({ expected: say`fewer Disclosures`, actual: say`${shape.parts} parts` })
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
      problem: 'The issuer key is unknown',
      clauses: ['SDJWTVC13-3.5', 'RFC9901-7.1'],
      level: 'must',
      refusal: (problem) => `${problem}: the credential has no usable x5c, and no usable key is known for its iss.`,
      why: 'Without its key, no one can verify who issued the credential.',
      hint: 'Present a credential with the certificates of its issuer in x5c.',
      run: onSdJwt(({ issuerKey }) => {
        if (issuerKey.resolved) return pass(word(issuerKey.source))
        if (issuerKey.reason !== 'metadata_unusable')
          return violated({ expected: say`a key`, actual: word(issuerKey.reason), hint: reasons[issuerKey.reason] })
        const { document, error } = issuerKey
        const hint = say`Issuer key unknown: ${documents[document]} ${errors[error]}.`
        if (isOwnError(error)) return notObserved(hint)
        return violated({ expected: say`a key`, actual: say`${word(document)}: ${word(error)}`, hint })
      }),
    },
    signature: {
      title: 'Signature of the credential is valid',
      problem: 'The signature of the credential is invalid or cannot be verified',
      clauses: ['RFC9901-7.1', 'OID4VP-1FINAL-8.6'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'signature' },
      why: 'It proves that the claims come from the issuer.',
      hint: 'Present the issuer-signed JWT exactly as issued.',
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
      hint: 'The issuer puts its certificates into the x5c header.',
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
      hint: 'The issuer encodes each certificate in standard base64, not in base64url, the leaf first.',
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
      hint: 'The issuer gets its certificate from a CA.',
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
      hint: 'The issuer leaves the root certificate out of x5c.',
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
      problem: 'The certificates of the issuer form no valid path',
      clauses: ['RFC5280-6', 'RFC5280-4.2', 'SDJWTVC13-3.5'],
      level: 'must',
      refusal: 'A certificate of the issuer has an extension that rules out this use.',
      counterpart: 'ValidateSdJwtCredentialX5cCertificateChain',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'A broken chain leads to no trust anchor.',
      hint: 'The issuer sends its certificates in order, each signed by the next, which is a CA.',
      run: onX5c(({ facts }) => {
        if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
        const { chainError, certificates } = facts
        if (chainError === null) return pass(say`${certificates.length} certificates`)
        return violated({
          expected: say`a valid path`,
          actual: shownChainError(chainError, certificates.length),
          // A chain without a trust anchor refuses only if the issuer must be trusted.
          ...(!isUnusable(chainError) && { error: null }),
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
      hint: 'The issuer renews its certificate and reissues its credentials.',
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
      hint: 'The issuer adds the URL or host of iss to the certificate as a subject alternative name.',
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
      problem: 'The issuer is not trusted',
      clauses: ['OID4VP-1FINAL-8.6', 'SDJWTVC13-3.5'],
      level: 'info',
      judges: { token: 'presented_credential', member: 'header.x5c' },
      why: 'A valid credential may still come from an unknown issuer.',
      hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
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
      hint: 'The issuer puts vct into the payload, not into a Disclosure.',
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
    registered_not_sd: {
      title: 'Registered claims of the credential are in the clear',
      problem: 'The credential hides a claim in a Disclosure that belongs in the clear',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC9901-9.7'],
      level: 'must',
      refusal: 'A claim that must be in the clear was sent as a Disclosure.',
      why: 'A holder must not be able to hide the limits of the credential.',
      hint: 'The issuer keeps iss, nbf, exp, cnf, vct, vct#integrity and status out of Disclosures.',
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
      hint: 'The issuer sets iss to its https URL, or leaves it out.',
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
      problem: 'The iat of the credential is in the future or not a number',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.6'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTIat',
      judges: { token: 'presented_credential', member: 'claims.iat' },
      why: 'An iat in the future or in milliseconds is a mistake of the issuer.',
      hint: 'The issuer sets iat to the time of issuance, in seconds since 1970.',
      run: onSdJwt(({ iat }) => {
        if (!iat.present) return notApplicable(say`The credential has no iat.`)
        if (iat.seconds === null) return violated({ expected: say`a number`, actual: word(iat.type) })
        if (iat.looksLikeMilliseconds)
          return violated({
            expected: say`seconds`,
            actual: say`milliseconds`,
            cause: say`The iat of the credential is in milliseconds`,
          })
        if ((iat.fromNow ?? 0) > skewSeconds)
          return violated({
            expected: say`in the past`,
            actual: say`${distanceWords(iat.fromNow ?? 0)}`,
            cause: say`The iat of the credential is ${distanceWords(iat.fromNow ?? 0)}`,
          })
        return pass()
      }),
      rejects: null,
    },
    nbf: {
      title: 'Credential is already valid',
      problem: 'The credential is not valid yet',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.5'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTNbf',
      judges: { token: 'presented_credential', member: 'claims.nbf' },
      why: 'A verifier must refuse a credential before its nbf.',
      hint: 'Wait until nbf, or present another credential.',
      run: onSdJwt(({ nbf }) => {
        if (!nbf.present) return notApplicable(say`The credential has no nbf.`)
        if (nbf.seconds === null) return violated({ expected: say`a number`, actual: word(nbf.type) })
        return (nbf.fromNow ?? 0) > skewSeconds
          ? violated({
              expected: say`not in the future`,
              actual: say`${distanceWords(nbf.fromNow ?? 0)}`,
              cause: say`The nbf of the credential is ${distanceWords(nbf.fromNow ?? 0)}`,
            })
          : pass()
      }),
    },
    exp: {
      title: 'Credential has not expired',
      problem: 'The credential has expired',
      clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.4'],
      level: 'must',
      counterpart: 'ValidateCredentialJWTExp',
      judges: { token: 'presented_credential', member: 'claims.exp' },
      why: 'Verifiers must refuse an expired credential, so a wallet should not present it.',
      hint: 'Present a valid credential, and renew it before it expires.',
      run: onSdJwt(({ exp }) => {
        if (!exp.present) return notApplicable(say`The credential has no exp.`)
        if (exp.seconds === null) return violated({ expected: say`a number`, actual: word(exp.type) })
        return (exp.fromNow ?? 0) <= -skewSeconds
          ? violated({
              expected: say`in the future`,
              actual: say`${distanceWords(exp.fromNow ?? 0)}`,
              cause: say`The credential expired ${durationWords(exp.fromNow ?? 0)} ago`,
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
      hint: 'The issuer sets exp or status.',
      run: onSdJwt(({ exp, status, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        return exp.present || status.present ? pass() : tolerated({ expected: say`exp or status`, actual: null })
      }),
      rejects: null,
    },
  },
)
