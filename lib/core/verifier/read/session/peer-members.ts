import {
  membersOfOtherKind,
  type PeerMeaning,
  type PeerMember,
  refusedValue,
} from '../../../engine/sessions/peer-members'
import { holdsForeignAddress } from '../../../shared/mutations/own-addresses'
import { isObject, type Json, type JsonObject, pointerStep } from '../../../shared/values/json'
import { baseUrlTemplate } from '../response/named-redirect'
import { peerBehaviours } from './peer-behaviours'

/** Client identifier prefixes, by the name that the other implementation has for them too. */
const schemes = ['x509_hash', 'x509_san_dns', 'decentralized_identifier', 'redirect_uri', 'verifier_attestation']

/** Legal values of the requirement, which stay ours to judge. */
const methods: readonly Json[] = ['get', 'post']

/** Browser modes with the mode that an encrypted or plain response has here. */
const browserModes: Readonly<Record<string, string>> = { dc_api: 'direct_post', 'dc_api.jwt': 'direct_post.jwt' }

/**
 * Members of `POST /openid4vp/sessions` of the other implementation, and what each is here.
 * @param baseUrl address of this service; without it no address is ours
 */
export const peerMembers = (baseUrl: string | undefined): Readonly<Record<string, PeerMember>> => ({
  client_metadata: clientMetadata(baseUrl),
  ...named,
  ...membersOfOtherKind('/sessions', {
    status_list_enabled: false,
    status_reference: 'valid',
    fixture_id: 'pid_default',
  }),
  redirect_uri: redirectUri(baseUrl),
})

const named: Readonly<Record<string, PeerMember>> = {
  client_id_scheme: (scheme, body) => {
    if (!schemes.some((one) => one === scheme))
      return refusedValue('/client_id_scheme', `It must be one of ${schemes.join(', ')}.`, schemes)
    if (body.client_id_prefix !== undefined && body.client_id_prefix !== scheme)
      return refusedValue('/client_id_scheme', 'It differs from client_id_prefix: send one of them.')
    return {
      members: {
        client_id_prefix: scheme,
        ...(scheme === 'decentralized_identifier' && body.did_method === undefined ? { did_method: 'web' } : {}),
      },
    }
  },
  request_uri_method: (method) =>
    methods.includes(method) || typeof method !== 'string'
      ? { stays: true }
      : {
          stays: true,
          refusals: [
            {
              pointer: '/request_uri_method',
              code: 'unsupported_request_uri_method',
              message: 'It must be get or post, in lower case.',
              instead: {
                request_uri_method: undefined,
                mutations: [{ target: 'link', op: 'put', path: '/request_uri_method', value: method }],
              },
            },
          ],
        },
  request_delivery: (delivery, body) =>
    delivery !== 'plain'
      ? { stays: true }
      : {
          stays: true,
          refusals: [
            {
              pointer: '/request_delivery',
              code: 'unsupported_request_delivery',
              message: 'It must be by_reference or by_value.',
              instead: plainly(body),
            },
          ],
        },
  response_mode: (mode) => {
    const here = typeof mode === 'string' && Object.hasOwn(browserModes, mode) ? browserModes[mode] : undefined
    return here === undefined
      ? { stays: true }
      : {
          stays: true,
          refusals: [
            {
              pointer: '/response_mode',
              code: 'unsupported_response_mode',
              message: 'It must be direct_post or direct_post.jwt.',
              instead: { response_mode: here, presentation_channel: 'dc_api' },
            },
          ],
        }
  },
  allow_undecryptable_response: (allowed, { client_metadata: metadata }) =>
    typeof allowed !== 'boolean'
      ? refusedValue('/allow_undecryptable_response', 'It must be true or false.', [true, false])
      : allowed && !isObject(metadata)
        ? {
            refusals: [
              {
                pointer: '/client_metadata',
                code: 'invalid_client_metadata',
                message: 'It must be an object with allow_undecryptable_response.',
              },
            ],
          }
        : allowed
          ? { isWrong: true }
          : {},
  verifier_attestation: () => ({
    refusals: [
      {
        pointer: '/verifier_attestation',
        message: 'Attestations are made here: a negative_test changes them.',
      },
    ],
  }),
  ...peerBehaviours,
}

/** Stands for our address where it is unknown: nothing is ours then. */
const unknownBase = 'https://service.invalid'

/** An address of a tester's: only ours, or one where nobody can receive. */
const redirectUri =
  (baseUrl = unknownBase) =>
  (address: Json, body: JsonObject): PeerMeaning => {
    if (address === null) return {}
    if (body.presentation_channel === 'dc_api')
      return refusedValue('/redirect_uri', 'The browser that carries the response shows the page already.')
    const url = typeof address === 'string' ? address.replaceAll(baseUrlTemplate, baseUrl) : ''
    const isPossible =
      URL.canParse(url) &&
      /^https?:$/.test(new URL(url).protocol) &&
      url.length <= 2048 &&
      !holdsForeignAddress(url, { baseUrl })
    return isPossible
      ? { stays: true, members: { return_redirect_uri: true } }
      : {
          stays: true,
          refusals: [
            {
              pointer: '/redirect_uri',
              message: 'It must be an http or https address of this service, or of a host below .test or .invalid.',
              instead: { redirect_uri: undefined, return_redirect_uri: true },
            },
          ],
        }
  }

/** The same request in a link, without a signature. */
function plainly({ client_id_prefix: prefix, client_id_scheme: scheme = prefix }: JsonObject) {
  return scheme === undefined || scheme === 'redirect_uri'
    ? { request_delivery: 'by_value', client_id_prefix: 'redirect_uri' }
    : { request_delivery: 'by_reference', negative_test: 'unsigned_url_params' }
}

/** Merges a tester's metadata into ours, one level deep: `null` removes, and keys are the service's unless allowed. */
const clientMetadata =
  (baseUrl = unknownBase) =>
  (metadata: Json, body: JsonObject): PeerMeaning => {
    const invalid = (pointer: string, message: string): PeerMeaning => ({
      refusals: [{ pointer, code: 'invalid_client_metadata', message }],
    })
    if (metadata === null)
      return isEncrypted(body)
        ? invalid('/client_metadata', 'An encrypted response needs the key in it: ask for response_mode direct_post.')
        : {
            mutations: [
              {
                operation: { target: 'request_object', op: 'remove', path: '/client_metadata' },
                pointer: '/client_metadata',
              },
            ],
          }
    if (!isObject(metadata)) return invalid('/client_metadata', 'It must be an object, or null.')
    const given = metadata as JsonObject
    const mayReplace = body.allow_undecryptable_response === true || !isEncrypted(body)
    if (Object.hasOwn(given, 'jwks') && !mayReplace)
      return invalid(
        '/client_metadata/jwks',
        'It would leave out the key that decrypts the response: leave jwks out, or send allow_undecryptable_response.',
      )
    // Keys, names and addresses are judged as those of a mutation, and go out as given.
    const isMutated = (name: string): boolean =>
      given[name] === null ||
      ['jwks', 'jwks_uri', 'client_id', 'iss', 'sub'].includes(name) ||
      holdsForeignAddress(JSON.stringify(given[name]), { baseUrl })
    const plain = Object.entries(given).filter(([name]) => !isMutated(name))
    const changed = Object.keys(given).filter(isMutated)
    return {
      ...(plain.length === 0
        ? {}
        : { members: { presentation_request: { client_metadata: Object.fromEntries(plain) } } }),
      mutations: changed.map((name) => {
        const path = `/client_metadata/${pointerStep(name)}`
        const value = given[name] ?? null
        return {
          operation: {
            target: 'request_object',
            path,
            ...(value === null ? { op: 'remove' } : { op: 'put', value }),
          },
          pointer: path,
        }
      }),
    }
  }

const isEncrypted = ({ response_mode: mode, presentation_request: request }: JsonObject): boolean =>
  (mode ?? (isObject(request) ? request.response_mode : undefined) ?? 'direct_post.jwt') !== 'direct_post'
