import { area, of } from '../../engine/checks/area'
import { blockedBy, type Check, notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { derivationReasons } from '../../engine/judgements/derivations'
import { shown } from '../../engine/judgements/shown'
import { bare, quote, quoteStart, say, word } from '../../shared/values/wording'
import { beyondBound, boundReasons } from '../judgements/requests'
import type { CredentialReading, EncryptedRequestReading } from '../read/credential-request'
import { encValues, keyAgreement, responseCurves } from '../read/encryption/response-encryption'

const noneOffered = say`The metadata offers no encryption.`

/**
 * Judged before the body: whether it can be decrypted, and is encrypted where required. If both the request and its
 * response parameters are wrong, the error is about the response, as 8.3.1.2 names it.
 */
export const requestEncryptionChecks = Object.values(
  area(
    'vci.encryption',
    { subject: of<EncryptedRequestReading>(), rejects: 'invalid_credential_request' },
    {
      request_media_type: {
        title: 'Encrypted request is sent as application/jwt',
        problem: 'The encrypted request is not sent as application/jwt',
        clauses: ['OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-8.2'],
        level: 'must',
        refusal: 'Send an encrypted credential request as application/jwt.',
        why: 'The media type tells the issuer that it has something to decrypt.',
        hint: 'Set Content-Type to application/jwt when the body is a JWE.',
        run: ({ body: { encrypted } }) => {
          if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
          if (encrypted.publishedKid === null) return notApplicable(noneOffered)
          const { mediaType } = encrypted
          return mediaType === 'application/jwt'
            ? pass()
            : violated({
                expected: say`application/jwt`,
                actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
              })
        },
      },
      request_params: {
        title: 'Encrypted request uses an algorithm, an enc value and no compression, as published',
        reasons: {
          other_params: {
            says: 'The encrypted request uses an alg, enc or zip that the metadata does not publish',
            fix: 'Take alg from the published JWK, enc from enc_values_supported, and leave zip out.',
          },
          none_offered: {
            says: 'The request is encrypted, and the metadata offers no encryption',
            fix: 'Send the request as JSON in the clear where the metadata has no credential_request_encryption.',
            refusal: 'Send the request as JSON: the metadata has no credential_request_encryption.',
            clause: 'OID4VCI-1FINAL-12.2.4',
          },
        },
        clauses: ['OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-12.2.4'],
        level: 'must',
        rejects: 'invalid_encryption_parameters',
        refusal: 'Encrypt with an alg and enc of the published credential_request_encryption, without zip.',
        why: 'The issuer can only decrypt with parameters that its metadata lists.',
        run: ({ body: { encrypted } }) => {
          if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
          if (encrypted.publishedKid === null)
            return violated('none_offered', { expected: bare.aPlainRequest, actual: say`an encrypted request` })
          if (encrypted.unreadable !== null) return notApplicable(say`The body is not a JWE.`)
          const { alg, enc, zip, asPublished } = encrypted
          if (asPublished) return pass({ alg: quote(alg), enc: quote(enc) })
          return violated('other_params', {
            expected: { alg: word(keyAgreement), enc: encValues.map(word), zip: bare.absent },
            actual: { alg: shown(alg), enc: shown(enc), zip: shown(zip) },
          })
        },
      },
      request_kid: {
        title: 'Encrypted request names the published key in kid',
        reasons: {
          other: {
            says: 'The encrypted request names another key than the published one in kid',
            fix: 'Copy the kid of the JWK in credential_request_encryption into the header of the JWE.',
          },
          absent: {
            says: 'The header of the encrypted request has no kid',
            fix: 'Copy the kid of the JWK in credential_request_encryption into the header of the JWE.',
          },
          other_key: {
            says: 'The key that the encrypted request names in kid is {seen}',
            fix: 'Encrypt to the JWK in credential_request_encryption of the issuer metadata, and copy its kid.',
          },
        },
        clauses: ['OID4VCI-1FINAL-10'],
        level: 'must',
        rejects: 'invalid_encryption_parameters',
        refusal: 'Name the kid of the published key in the header of the JWE.',
        why: 'With several published keys, only kid says which one decrypts the request.',
        run: ({ body: { encrypted } }) => {
          if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
          if (encrypted.publishedKid === null) return notApplicable(noneOffered)
          if (encrypted.unreadable !== null) return notApplicable(say`The body is not a JWE.`)
          const { kid, publishedKid } = encrypted
          if (kid === publishedKid) return pass()
          const expected = quote(publishedKid)
          if (kid === null) return violated('absent', { expected, actual: null })
          return violated('other', {
            expected,
            actual: quoteStart(kid, 100),
            asks: [{ value: kid, due: 'encryption_key', reason: 'other_key' }],
          })
        },
      },
      request_decrypts: {
        title: 'Encrypted request decrypts with the published key to a JSON object',
        reasons: {
          not_decrypted: {
            says: 'The encrypted request cannot be decrypted with the published key',
            fix: 'Encrypt to the key that credential_request_encryption of the metadata has now, with its alg and a new content key.',
          },
          no_jwe: {
            says: 'The body sent as application/jwt is no compact JWE',
            fix: 'Send header, encrypted key, IV, ciphertext and tag as base64url, joined by four dots.',
          },
          other_content: {
            says: 'The encrypted request holds something else than a JSON object',
            fix: 'Serialise the credential request as one JSON object, and encrypt that text.',
          },
          critical: {
            says: 'The header of the encrypted request has crit, and no extension is understood here',
            fix: 'Leave crit out of the header of the JWE.',
            clause: 'RFC7516-4.1.13',
          },
          ...derivationReasons('the encrypted request'),
          ...boundReasons('The encrypted credential request'),
          form_for_json: {
            says: 'The encrypted credential request is a form in place of a JSON object',
            fix: 'Serialise all parameters as the members of one JSON object, and encrypt that text.',
          },
        },
        clauses: ['OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-8.2'],
        level: 'must',
        refusal: 'Encrypt one JSON object to the published key, as compact JWE.',
        why: 'The issuer cannot process a request that it cannot decrypt.',
        run: ({ body: { encrypted, request, json } }) => {
          if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
          if (encrypted.publishedKid === null) return notApplicable(noneOffered)
          if (request !== null) return pass()
          if (encrypted.unreadable !== null)
            return violated('no_jwe', { expected: say`a compact JWE`, actual: quote(encrypted.unreadable) })
          if (encrypted.plaintext === null && !encrypted.asPublished)
            return notApplicable(say`Its parameters are not as published, so decryption was not attempted.`)
          if (encrypted.plaintext === null && 'crit' in (encrypted.jwe?.header ?? {}))
            return violated('critical', { expected: bare.absent, actual: quote('crit') })
          if (encrypted.misderived !== null)
            return violated(encrypted.misderived, { expected: say`a JWE for the published key` })
          if (encrypted.plaintext === null && encrypted.kid !== encrypted.publishedKid)
            return notApplicable(say`It names a key other than the published one.`)
          if (encrypted.plaintext === null)
            return violated('not_decrypted', {
              expected: say`a JWE for the published key`,
              actual: say`cannot be decrypted`,
            })
          return violated(beyondBound(json) ?? 'other_content', {
            expected: say`a JSON object`,
            actual: bare.otherContent,
          })
        },
      },
      response_required: {
        title: 'Wallet asks for an encrypted response where the issuer requires it',
        problem: 'The wallet did not ask for an encrypted response although the issuer requires it',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-9.1', 'OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        impossibleIn: ['plain_responses_allowed'],
        rejects: 'invalid_encryption_parameters',
        refusal:
          'Send credential_response_encryption in an encrypted request: this issuer requires encrypted responses.',
        why: 'Without a key of the wallet, the issuer cannot encrypt its response, which it requires of itself.',
        hint: 'Send credential_response_encryption, inside an encrypted request, in credential and deferred credential requests where encryption_required of credential_response_encryption is true.',
        run: ({ body: { request }, requiredEncryption, responseEncryption }) => {
          if (!requiredEncryption.response) return notApplicable(say`The issuer requires no encrypted responses.`)
          if (request === null) return notApplicable(say`The request is not readable.`)
          return responseEncryption === null
            ? violated({ expected: say`credential_response_encryption`, actual: bare.absent })
            : pass()
        },
      },
      request_required: {
        title: 'Wallet encrypts each credential request where the issuer requires it',
        problem: 'The wallet did not encrypt a credential request although the issuer requires it',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-9.1', 'OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-12.2.4'],
        level: 'must',
        impossibleIn: ['plain_requests_allowed'],
        refusal:
          'Encrypt the request as credential_request_encryption of the metadata says, and send it as application/jwt.',
        why: 'An issuer that requires encryption does not want TLS alone to protect the request, and rejects one in the clear.',
        hint: 'Encrypt credential and deferred credential requests where encryption_required of credential_request_encryption is true.',
        run: ({ body: { encrypted }, requiredEncryption }) => {
          if (!requiredEncryption.request) return notApplicable(say`The issuer requires no encrypted requests.`)
          if (encrypted === null) return violated({ expected: say`an encrypted request`, actual: bare.aPlainRequest })
          return encrypted.unreadable === null ? pass() : blockedBy('vci.encryption.request_decrypts')
        },
      },
    },
  ),
)

/** The response encryption that a request asks for. */
export const responseParameterChecks = Object.values(
  area(
    'vci.encryption',
    { subject: of<EncryptedRequestReading>() },
    {
      response_params: {
        title: 'Requested response encryption has a key and an offered enc value',
        reasons: {
          no_object: {
            says: 'The credential_response_encryption is no JSON object',
            fix: 'Send credential_response_encryption as an object with jwk and enc.',
          },
          no_jwk: {
            says: 'The credential_response_encryption has no jwk',
            fix: 'Add jwk: the public key of a fresh key pair, with its alg.',
          },
          no_enc: {
            says: 'The credential_response_encryption has no enc',
            fix: 'Add enc, with a value of enc_values_supported of credential_response_encryption.',
          },
          other_enc: {
            says: 'The enc of credential_response_encryption is none that the metadata offers',
            fix: 'Take enc from enc_values_supported of credential_response_encryption in the metadata.',
          },
          zip: {
            says: 'The credential_response_encryption asks for compression, which the metadata does not offer',
            fix: 'Leave zip out where the metadata has no zip_values_supported.',
          },
          alg_beside_jwk: {
            says: 'The credential_response_encryption has alg beside jwk, as drafts before OpenID4VCI 1.0 do',
            fix: 'Move alg into the jwk.',
            draft: 'OpenID4VCI before 1.0',
          },
          alg_twice: {
            says: 'The credential_response_encryption has alg in its jwk, and a second one beside it',
            fix: 'Remove the alg beside jwk: that in the jwk counts.',
          },
          none_offered: {
            says: 'The request asks for an encrypted response, and the metadata offers none',
            fix: 'Leave credential_response_encryption out where the metadata has none.',
            refusal: 'Leave credential_response_encryption out: the metadata offers no encrypted responses.',
            clause: 'OID4VCI-1FINAL-12.2.4',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        rejects: 'invalid_encryption_parameters',
        refusal: 'Send credential_response_encryption with jwk and an enc that the metadata offers.',
        why: 'Without both, the issuer cannot encrypt its response.',
        run: ({ responseEncryption, requiredEncryption }) => {
          if (responseEncryption === null) return notApplicable(say`The request asks for no encrypted response.`)
          if (!requiredEncryption.offered)
            return violated('none_offered', {
              expected: say`no credential_response_encryption`,
              actual: bare.present,
            })
          const { isObject, jwk, enc, hasEnc, hasZip, hasLegacyAlg } = responseEncryption
          const expected = { jwk: bare.present, enc: encValues.map(word) }
          const actual = { jwk: jwk === null ? bare.absent : bare.present, enc: hasEnc ? shown(enc) : bare.absent }
          if (!isObject) return violated('no_object', { expected, actual })
          if (jwk === null) return violated('no_jwk', { expected, actual })
          if (!encValues.some((value) => value === enc))
            return violated(hasEnc ? 'other_enc' : 'no_enc', { expected, actual })
          // Compression is not offered, so the response stays uncompressed, which every recipient can read (section
          // 12.2.4).
          if (hasZip) return tolerated('zip', { expected: say`no zip`, actual: say`zip` })
          if (hasLegacyAlg)
            return tolerated(jwk.alg === null ? 'alg_beside_jwk' : 'alg_twice', {
              expected: say`alg inside the jwk only`,
              actual: say`alg beside it`,
            })
          return pass({ enc: quote(enc) })
        },
      },
      response_jwk_alg: {
        title: 'Key for the response names its key agreement algorithm in alg',
        reasons: {
          broken: {
            says: 'The jwk for the response has no alg',
            fix: 'Add alg with a value of alg_values_supported to the jwk.',
          },
          other_alg: {
            says: 'The alg in the jwk for the response is {seen}, which the metadata does not offer',
            fix: 'Take alg from alg_values_supported of credential_response_encryption in the metadata.',
          },
        },
        clauses: ['OID4VCI-1FINAL-10'],
        level: 'must',
        rejects: 'invalid_encryption_parameters',
        refusal: 'Name an offered alg inside the jwk of credential_response_encryption.',
        why: 'The issuer takes the algorithm of its response from this key only.',
        run: ({ responseEncryption }) => {
          const jwk = responseEncryption?.jwk ?? null
          if (jwk === null) return notApplicable(say`The request holds no key to encrypt the response to.`)
          if (jwk.alg === keyAgreement) return pass()
          const mismatch = { expected: word(keyAgreement), actual: shown(jwk.alg) }
          return jwk.alg === null || jwk.alg === undefined ? violated(mismatch) : violated('other_alg', mismatch)
        },
      },
      response_jwk_public: {
        title: 'Key for the response is a single public key that can be encrypted to',
        reasons: {
          unusable: {
            says: 'The jwk for the response is no EC key that can be encrypted to',
            fix: 'Send the public members of a fresh EC key on P-256, with both coordinates in full length.',
          },
          private_members: {
            says: 'The jwk for the response holds private key material: {private_members}',
            fix: 'Send kty, crv, x, y and alg alone, and make a new key pair: this one has been disclosed.',
          },
          other_use: {
            says: 'The use of the jwk for the response is {use}',
            fix: 'Leave use out of the JWK, or set it to enc.',
          },
          other_operations: {
            says: 'The jwk for the response is declared for other operations: {key_ops}',
            fix: 'Leave key_ops out of the JWK, or let it say deriveKey or deriveBits.',
            error: null,
          },
        },
        clauses: ['OID4VCI-1FINAL-8.2', 'RFC7517-4'],
        level: 'must',
        rejects: 'invalid_encryption_parameters',
        refusal: 'Send one public EC key to encrypt the response to, without private members.',
        why: 'A private key that was sent is no longer private, and other key types cannot be used.',
        run: ({ responseEncryption }) => {
          const jwk = responseEncryption?.jwk ?? null
          if (responseEncryption === null || jwk === null)
            return notApplicable(say`The request holds no key to encrypt the response to.`)
          const expected = { curve: responseCurves.map(word), private_members: [], use: say`enc` }
          const { use, usable, foreignOperations } = responseEncryption
          if (usable && jwk.privateMembers.length === 0 && (use === null || use === 'enc')) {
            return foreignOperations === null
              ? pass({ crv: quote(jwk.crv) })
              : violated('other_operations', {
                  expected: say`key_ops for a key agreement`,
                  actual: { key_ops: foreignOperations.map(shown) },
                })
          }
          const isPrivate = jwk.privateMembers.length > 0
          return violated(isPrivate ? 'private_members' : usable ? 'other_use' : 'unusable', {
            expected,
            actual: {
              kty: shown(jwk.kty),
              crv: shown(jwk.crv),
              private_members: jwk.privateMembers.map(quote),
              use: shown(use),
            },
          })
        },
      },
      response_jwk_fresh: {
        title: 'Key for the response is new and used for nothing else',
        problem: 'The key for the response was used before or for something else',
        clauses: ['OID4VCI-1FINAL-15.4'],
        level: 'info',
        why: 'A reused key links requests, and one that also signs serves two purposes.',
        hint: 'Make a new key pair for each request and use it for that response only.',
        run: ({ responseEncryption, dpop, proofs, earlierResponseKeys }) => {
          const thumbprint = responseEncryption?.jwk?.thumbprint ?? null
          if (thumbprint === null) return notApplicable(say`The request holds no key to encrypt the response to.`)
          const expected = say`a separate key`
          if (proofs.holderKeys.some((key) => key.thumbprint === thumbprint))
            return violated({ expected, actual: say`the holder key` })
          if (dpop.proof?.thumbprint === thumbprint) return violated({ expected, actual: say`the DPoP key` })
          if (earlierResponseKeys.includes(thumbprint))
            return violated({ expected, actual: say`the key of an earlier request` })
          return pass()
        },
      },
      used: {
        title: 'Wallet encrypts the credential request',
        problem: 'The wallet did not encrypt the credential request',
        clauses: ['OID4VCI-1FINAL-8.2'],
        level: 'info',
        why: 'Encryption on top of TLS protects the request from anything between wallet and issuer; it is optional unless the issuer requires it.',
        hint: 'Encrypt the request where credential_request_encryption is published.',
        run: ({ body: { encrypted }, requiredEncryption }) => {
          if (!requiredEncryption.offered) return notApplicable(noneOffered)
          if (encrypted !== null) return pass()
          return requiredEncryption.request || requiredEncryption.response
            ? notApplicable(say`The issuer requires encryption: another check judges a request in the clear.`)
            : notObserved(say`The request was not encrypted, which is allowed.`)
        },
      },
    },
  ),
)

const encryptionOfRequest = area(
  'vci.encryption',
  { subject: of<CredentialReading>() },
  {
    request_when_response: {
      title: 'Request that asks for an encrypted response is itself encrypted',
      problem: 'The request asks for an encrypted response but is not encrypted',
      clauses: ['OID4VCI-1FINAL-8.2'],
      level: 'must',
      rejects: 'invalid_encryption_parameters',
      refusal:
        'Encrypt the whole request as the metadata describes: only then may it have credential_response_encryption.',
      why: 'Encryption parameters sent in the clear can be swapped in transit.',
      hint: 'Send credential_response_encryption only inside an encrypted credential request.',
      run: ({ body: { encrypted }, requiredEncryption, responseEncryption }) => {
        if (responseEncryption === null) return notApplicable(say`The request asks for no encrypted response.`)
        if (!requiredEncryption.offered) return notApplicable(noneOffered)
        return encrypted === null
          ? violated({ expected: say`an encrypted request`, actual: bare.aPlainRequest })
          : pass()
      },
    },
  },
)

/** Judged last: encryption of the response. */
export const responseEncryptionChecks: readonly Check<CredentialReading>[] = [
  encryptionOfRequest.request_when_response,
  ...responseParameterChecks,
]
