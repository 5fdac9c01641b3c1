import { area, of } from '../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { distanceWords } from '../../shared/time/durations'
import { bare, quote, say, word } from '../../shared/values/wording'
import { signatureReasons } from '../judgements/hint-reasons'
import { beforeChange, removedOnPurpose } from '../judgements/removed-on-purpose'
import { judgeSignature } from '../judgements/signatures'
import { onAnswer } from '../judgements/subjects'
import type { IdTokenReading, SubjectReading } from '../read/id-token'
import type { ResponseReading } from '../read/response/response-reading'

/** Runs a check on a requested ID Token; a missing one has its own check. */
const onIdToken = (
  run: (idToken: IdTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onAnswer((_parameters, reading) => {
    if (reading.request.responseType !== 'vp_token id_token')
      return notApplicable(say`The request does not ask for an ID Token.`)
    if (reading.idToken === null) return notApplicable(say`The response holds no ID Token; see vp.idt.present.`)
    return run(reading.idToken, reading)
  })

/** Runs a check on the claims of a readable ID Token. */
const onIdTokenClaims = (
  run: (idToken: IdTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onIdToken((idToken, reading) =>
    idToken.jws.claims === null
      ? notApplicable(say`The payload of the ID Token cannot be read; see vp.idt.jws.`)
      : run(idToken, reading),
  )

/** Our interpretation of "too far away from the current time". */
const secondsMax = 600

/** Checks of an ID Token. */
export const idTokenChecks = Object.values(
  area(
    'vp.idt',
    { subject: of<ResponseReading>(), rejects: 'invalid_presentation' },
    {
      present: {
        title: 'Response holds the ID Token that was asked for',
        problem: 'The response lacks the id_token that the response type asks for',
        clauses: ['OID4VP-1FINAL-8', 'SIOP2-9'],
        level: 'must',
        why: 'With the response type "vp_token id_token" both come in one response.',
        hint: 'Send id_token beside vp_token, in the same response.',
        run: onAnswer((_parameters, { idToken, request }) => {
          if (request.responseType !== 'vp_token id_token')
            return notApplicable(say`The request does not ask for an ID Token.`)
          return idToken === null ? violated({ expected: say`id_token`, actual: null }) : pass()
        }),
      },
      jws: {
        title: 'ID Token is a signed JWT',
        problem: 'The id_token is not a signed JWT',
        clauses: ['SIOP2-11.1', 'RFC7515-7.1'],
        level: 'must',
        why: 'Only a signature proves that the subject made the token.',
        hint: 'Sign the ID Token with the key of its subject, using the algorithm that the request names.',
        run: onIdToken(({ isText, jws }) => {
          if (!isText) return violated({ expected: say`a compact JWT`, actual: say`no text` })
          if (jws.unreadable !== null) return violated({ expected: say`a compact JWT`, actual: jws.unreadable })
          const { value, asymmetric, allowed } = jws.alg
          if (!asymmetric) return violated({ expected: say`a digital signature`, actual: shown(value) })
          if (allowed) return pass(shown(value))
          return tolerated({ expected: say`the algorithm that the request names`, actual: shown(value) })
        }),
      },
      self_issued: {
        title: 'ID Token is issued by its own subject',
        problem: 'The id_token is not self-issued',
        clauses: ['SIOP2-11.1', 'SIOP2-11'],
        level: 'must',
        refusal: (problem) => `${problem}: iss and sub differ.`,
        judges: { token: 'id_token', member: 'claims.iss' },
        why: 'If iss and sub differ, someone else issued the token with a key that is unknown here.',
        hint: 'Set iss to the value of sub.',
        run: onIdTokenClaims(({ selfIssued }) =>
          selfIssued ? pass() : violated({ expected: say`iss and sub of the same value`, actual: say`other values` }),
        ),
      },
      aud: {
        title: 'ID Token is meant for this verifier',
        problem: 'The aud of the id_token is not the client_id of the request',
        clauses: ['SIOP2-11.1', 'OID4VP-1FINAL-14.8'],
        level: 'must',
        judges: { token: 'id_token', member: 'claims.aud' },
        why: 'A token for another party could be replayed.',
        hint: 'Set aud to the client_id of the request with its prefix.',
        run: onIdTokenClaims(({ aud, jws }, { session, request }) => {
          const removed = removedOnPurpose(request, 'client_id')
          if (removed !== null) return notApplicable(removed)
          if (aud.matches) return pass()
          const isBefore = request.changed !== undefined && jws.claims?.aud === request.changed.clientId
          return violated({
            expected: shown(session.request.clientId) ?? say`the client_id of the request`,
            actual: isBefore ? beforeChange : aud.present ? say`another audience` : null,
          })
        }),
      },
      subject_syntax: {
        title: 'Subject of the ID Token has a syntax that the request announces',
        problem: 'The sub of the id_token has a syntax that the request does not announce',
        clauses: ['SIOP2-11.1', 'SIOP2-8'],
        level: 'must',
        needs: ['vp.idt.self_issued'],
        judges: { token: 'id_token', member: 'claims.sub' },
        why: 'The verifier names the syntaxes that it can verify.',
        hint: 'Use one of subject_syntax_types_supported in the client_metadata of the request.',
        run: onIdTokenClaims(({ subject }, { request }) => {
          const actual = subjectWords(subject)
          if (subject.did === 'malformed') return violated({ expected: say`a DID with a key in it`, actual })
          return subject.announced ? pass(actual) : violated({ expected: request.subjectSyntaxes.map(quote), actual })
        }),
      },
      sub_jwk: {
        title: 'Key in the ID Token belongs to its subject',
        reasons: {
          another_key: {
            says: 'The sub_jwk of the id_token is not the key whose thumbprint is sub',
            fix: 'Set sub to the RFC 7638 thumbprint of the key in sub_jwk.',
          },
          absent: {
            says: 'The id_token has no sub_jwk, and its sub is a thumbprint',
            fix: 'Send the public key as sub_jwk.',
          },
          not_bare: {
            says: 'The sub_jwk of the id_token is not a bare public key',
            fix: 'Send kty, crv, x and y of the key alone.',
          },
          beside_did: {
            says: 'The id_token has a sub_jwk although its sub is a DID',
            fix: 'Leave sub_jwk out: the key of a DID comes from the DID alone.',
          },
          private_did: {
            says: 'The DID that the id_token is about holds a private key, with the members {seen}',
            fix: 'Make a new key, and a DID with its public members only: anyone who reads this DID can sign as its subject.',
            refusal: 'The DID that the id_token is about holds a private key.',
          },
        },
        refusal: 'The sub_jwk of the id_token is not the bare public key whose thumbprint is sub.',
        clauses: ['SIOP2-11.1', 'SIOP2-8', 'SIOP2-11'],
        level: 'must',
        needs: ['vp.idt.subject_syntax'],
        judges: { token: 'id_token', member: 'claims.sub_jwk' },
        why: 'The thumbprint ties the subject to the key; the key of a DID comes from the DID alone.',
        run: onIdTokenClaims(({ subject, subJwk }) => {
          if (subject.privateMembers.length > 0)
            return violated('private_did', {
              expected: say`public members only`,
              actual: subject.privateMembers.map(quote),
            })
          if (subject.syntax === 'did')
            return subJwk.present
              ? violated('beside_did', { expected: say`no sub_jwk beside a DID`, actual: say`sub_jwk` })
              : pass(bare.none)
          if (subJwk.isSubject === null) return notApplicable(say`The subject is not a thumbprint.`)
          if (!subJwk.present) return violated('absent', { expected: say`sub_jwk`, actual: null })
          if (!subJwk.bare)
            return violated('not_bare', { expected: say`a bare public key`, actual: bare.somethingElse })
          return subJwk.isSubject
            ? pass(subject.syntax === 'thumbprint_urn' ? say`as URN` : say`bare thumbprint`)
            : violated('another_key', { expected: say`the key whose thumbprint is sub`, actual: say`another key` })
        }),
      },
      signature: {
        title: 'Signature of the ID Token is valid',
        reasons: signatureReasons('ID Token', {
          invalid: {
            says: 'The signature of the id_token does not verify with the key of its subject',
            fix: 'Sign with the key in sub_jwk, or with the key that the DID in sub resolves to.',
          },
        }),
        refusal: 'The signature of the id_token does not verify with the key of its subject.',
        clauses: ['SIOP2-11.1'],
        level: 'must',
        judges: { token: 'id_token', member: 'signature' },
        why: 'The signature proves that the subject holds its key.',
        run: onIdToken(({ selfIssued, subject, signature }) => {
          if (!selfIssued) return notApplicable(say`The token is not self-issued; see vp.idt.self_issued.`)
          if (subject.did === 'method_not_supported')
            return notObserved(
              say`The key of did:${subject.method} would have to be fetched: this service fetches no DID documents.`,
            )
          return judgeSignature(signature)
        }),
      },
      exp: {
        title: 'ID Token has not expired',
        reasons: {
          past: {
            says: 'The exp of the ID Token is {seen}',
            fix: 'Set exp to a time in the near future, in seconds, at the time of the response.',
          },
          no_number: {
            says: 'The id_token has no exp that is a number: {seen}',
            fix: 'Set exp to a time in the near future, as a number of seconds since 1970.',
          },
          milliseconds: {
            says: 'The exp of the ID Token is in milliseconds',
            fix: 'Use seconds since 1970: divide exp by 1000.',
          },
        },
        refusal: 'The id_token has no exp, or has expired.',
        clauses: ['SIOP2-11.1', 'RFC7519-4.1.4'],
        level: 'must',
        judges: { token: 'id_token', member: 'claims.exp' },
        why: 'An old token may have been stolen.',
        run: onIdTokenClaims(({ exp }) => {
          if (exp.seconds === null)
            return violated('no_number', { expected: say`a number of seconds`, actual: word(exp.type) })
          if (exp.past)
            return violated('past', {
              expected: say`a time in the future`,
              actual: say`${distanceWords(exp.fromNow ?? 0)}`,
            })
          return exp.looksLikeMilliseconds
            ? violated('milliseconds', { expected: say`seconds`, actual: say`milliseconds` })
            : pass()
        }),
      },
      iat: {
        title: 'ID Token was issued just now',
        reasons: {
          other_time: {
            says: 'The iat of the ID Token is {seen}',
            fix: 'Make the ID Token with the response, and set iat to that time in seconds.',
          },
          no_number: {
            says: 'The iat of the ID Token is no number: {seen}',
            fix: 'Set iat to the time of the response, as a number of seconds since 1970.',
          },
        },
        clauses: ['SIOP2-11.1', 'RFC7519-4.1.6'],
        level: 'should',
        judges: { token: 'id_token', member: 'claims.iat' },
        why: 'A token made long before the response may have been made for something else.',
        run: onIdTokenClaims(({ iat: { fromNow, type } }) => {
          if (fromNow === null) return violated('no_number', { expected: say`a number of seconds`, actual: word(type) })
          return Math.abs(fromNow) <= secondsMax
            ? pass()
            : violated('other_time', { expected: say`within ${secondsMax} s`, actual: say`${distanceWords(fromNow)}` })
        }),
        rejects: null,
      },
      nonce: {
        title: 'ID Token carries the nonce of the request',
        problem: 'The nonce of the id_token is not the nonce of the request',
        clauses: ['SIOP2-11.1', 'OID4VP-1FINAL-14.1.2'],
        level: 'must',
        judges: { token: 'id_token', member: 'claims.nonce' },
        why: 'The nonce ties the token to one request and prevents replay.',
        hint: 'Copy nonce from the request object byte for byte.',
        run: onIdTokenClaims(({ nonce }, { request }) => {
          const removed = removedOnPurpose(request, 'nonce')
          if (removed !== null) return notApplicable(removed)
          const isBefore = request.changed !== undefined && nonce.value === request.changed.nonce
          return request.nonce === ''
            ? notApplicable(say`The request holds no nonce.`)
            : nonce.matches
              ? pass()
              : violated({ expected: quote(request.nonce), actual: isBefore ? beforeChange : shown(nonce.value) })
        }),
      },
      kid: {
        title: 'ID Token of a DID names the key that signed it',
        problem: 'The header of the id_token names no key of the DID in sub',
        clauses: ['SIOP2-11.1'],
        level: 'must',
        needs: ['vp.idt.subject_syntax'],
        judges: { token: 'id_token', member: 'header.kid' },
        why: 'A DID may have several keys, so the header must name the one that signed.',
        hint: 'Set kid in the header to the id of the key in the DID document.',
        run: onIdToken(({ subject, kid }) => {
          if (subject.syntax !== 'did') return notApplicable(say`The subject is not a DID.`)
          if (!kid.present) return violated({ expected: say`kid`, actual: null })
          if (kid.ofSubject === null) return notObserved(say`The DID document is unknown: this service fetches none.`)
          return kid.ofSubject ? pass() : violated({ expected: say`the key of the DID`, actual: say`another id` })
        }),
      },
      key_separate: {
        title: 'ID Token and credentials use separate keys',
        problem: 'The ID Token and a credential share a key',
        clauses: ['OID4VP-1FINAL-15.5'],
        level: 'info',
        why: 'A shared key links the subject to the credential for every verifier that sees both.',
        hint: 'Sign the ID Token with a key that no credential is bound to.',
        run: onIdToken(({ keyThumbprint }, { presentations }) => {
          if (keyThumbprint === null) return notApplicable(say`The key of the ID Token is not known.`)
          const holderKeys = presentations.flatMap(({ reading }) =>
            reading.format === 'dc+sd-jwt' ? (reading.cnf.jwk.thumbprint ?? []) : [],
          )
          if (holderKeys.length === 0) return notApplicable(say`No presentation is bound to a readable key.`)
          return holderKeys.includes(keyThumbprint)
            ? violated({ expected: say`a separate key`, actual: say`the key of a credential` })
            : pass()
        }),
        rejects: null,
      },
      unsolicited: {
        title: 'Response holds no unsolicited ID Token',
        problem: 'The response holds an ID Token that nobody asked for',
        clauses: ['OID4VP-1FINAL-8'],
        level: 'should',
        why: 'An ID Token identifies the user to this verifier.',
        hint: 'Send id_token only if the response type asks for it.',
        run: onAnswer((_parameters, { idToken, request }) => {
          if (request.responseType === 'vp_token id_token') return notApplicable(say`The request asks for an ID Token.`)
          return idToken === null ? pass() : violated({ expected: say`no id_token`, actual: say`id_token` })
        }),
        rejects: null,
      },
    },
  ),
)

/** Syntax of a subject, for findings; the subject itself is personal data. */
const subjectWords = ({ syntax, method }: SubjectReading) =>
  method === null ? quote(syntax.replace('_', ' as ')) : shown(`did:${method}`)
