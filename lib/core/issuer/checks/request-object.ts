import { area, of } from '../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { say } from '../../shared/values/wording'
import type { PushedRequestReading } from '../read/oauth/pushed-request'

const noObject = notApplicable(say`No request object was sent.`)

/** What is missing outside of a request object that cannot be read. */
const parametersInside = [
  'vci.par.response_type_code',
  'vci.par.client_id_present',
  'vci.par.redirect_uri_present',
  'vci.par.scope_present#missing',
  'vci.par.issuer_state_returned#missing',
  'vci.par.state_present',
  'vci.pkce.challenge_present',
  'vci.pkce.code_challenge_s256',
] as const

/** Where a laboratory takes request objects: whether one came, and its form. */
export const requestObject = area(
  'vci.request_object',
  {
    subject: of<PushedRequestReading>(),
    rejects: 'invalid_request_object',
    impossibleIn: ['pre_authorized_code', 'no_request_objects'],
  },
  {
    sent: {
      title: 'Wallet signs its authorization request and pushes it in the parameter request',
      problem: 'The wallet pushes plain parameters, not a request object',
      clauses: ['RFC9126-3'],
      level: 'info',
      why: 'A signed request shows who made it, also to a server behind the one that takes it.',
      hint: 'If the wallet signs its requests, push the request object in the parameter request.',
      run: ({ requestObject: { taken, value } }) => {
        if (!taken) return notApplicable(say`This issuer takes no request objects.`)
        return value === null ? tolerated({ expected: say`request`, actual: say`plain parameters` }) : pass()
      },
    },
    compact: {
      title: 'Request object has the form of a compact JWS',
      reasons: {
        broken: {
          says: 'The request object does not have the form of a compact JWS',
          fix: 'Serialize the JWS as three parts of base64url without padding, separated by dots.',
          explains: parametersInside,
        },
      },
      clauses: ['RFC9126-3', 'RFC9101-4'],
      level: 'must',
      refusal: 'Send the request object as a compact JWS: three parts of base64url, separated by dots.',
      why: 'A form carries text, and the compact serialization is the one that fits into it.',
      run: ({ requestObject: { taken, value } }) => {
        if (!taken || value === null) return noObject
        return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)
          ? pass()
          : violated({ expected: say`three parts of base64url`, actual: say`another form` })
      },
    },
    jws: {
      title: 'Request object is a signed JWT: a JSON header with alg, JSON claims, a signature',
      reasons: {
        unreadable: {
          says: 'The request object cannot be read as a signed JWT',
          fix: 'Make the header and the claims JSON objects that name each member once, and encode each part as base64url.',
          explains: parametersInside,
        },
        not_signed: {
          says: 'The request object is not signed',
          fix: 'Sign the request object, and name the algorithm in alg: ES256, ES384 or ES512.',
        },
      },
      clauses: ['RFC9126-3', 'RFC9101-4', 'RFC7515-7.1'],
      level: 'must',
      needs: ['vci.request_object.compact'],
      refusal: 'Send a request object that is signed, with a header and claims of JSON.',
      why: 'A server takes no parameter from an object that it cannot read or that anybody could have made.',
      run: ({ requestObject: { taken, value, read } }) => {
        if (!taken || value === null || read === null) return noObject
        if (!read.readable) return violated('unreadable', { expected: say`a signed JWT`, actual: say`not readable` })
        const { alg } = read.header
        return typeof alg !== 'string' || alg === '' || alg === 'none' || value.endsWith('.')
          ? violated('not_signed', { expected: say`alg and a signature`, actual: shown(alg) })
          : pass(shown(alg))
      },
    },
  },
)
