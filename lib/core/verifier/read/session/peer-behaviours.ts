import {
  type PeerMeaning,
  type PeerMember,
  type PeerMutation,
  type PeerRefusal,
  refusedValue,
} from '../../../engine/sessions/peer-members'
import { isObject, type Json, type JsonObject, pointerStep } from '../../../shared/values/json'

/** Documents that `request_mutation` changes, with our name for each. */
const documents: Readonly<Record<string, string>> = {
  outer_request: 'link',
  request_object: 'request_object',
  request_object_header: 'request_header',
}

/** Behaviours that a named test makes. */
const tests: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  certificate_chain: {
    unrelated_self_signed: 'self_signed_leaf',
    untrusted_root: 'untrusted_chain',
    incomplete_chain: 'incomplete_chain',
  },
  wallet_nonce: { mismatch: 'wallet_nonce_wrong', omit: 'wallet_nonce_missing', echo: null },
  request_object_encryption: { none: 'request_not_encrypted' },
}

/** Behaviours that change the signature. */
const signatures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  signature: { corrupt: 'corrupt' },
  signing_key: { unrelated: 'other_key' },
}

/** Members of the other implementation by which a request, its delivery or our answer is wrong on purpose. */
export const peerBehaviours: Readonly<Record<string, PeerMember>> = {
  request_mutation: (asked) => {
    if (!isObject(asked)) return refusedValue('/request_mutation', 'It must be an object.')
    const entries = Object.entries(asked as JsonObject)
    const read = entries
      .filter(([name]) => name !== 'verification_applies')
      .map(([name, change]) => documentChange(name, change))
    const applies = Object.hasOwn(asked, 'verification_applies') ? asked.verification_applies : true
    return together([
      ...read,
      ...(typeof applies === 'boolean'
        ? []
        : [refusedValue('/request_mutation/verification_applies', 'It must be true or false.', [true, false])]),
    ])
  },
  request_behavior: (asked) =>
    isObject(asked)
      ? together(Object.entries(asked as JsonObject).map(([name, value]) => behaviour(name, value)))
      : refusedValue('/request_behavior', 'It must be an object.'),
  response_scenario: (asked) => {
    if (!isObject(asked)) return refusedValue('/response_scenario', 'It must be an object.')
    const { extra_parameters: extra = {}, ...reply } = asked as JsonObject
    if (!isObject(extra)) return refusedValue('/response_scenario/extra_parameters', 'It must be an object.')
    return together([
      replyChange('response', '/response_scenario', reply),
      {
        mutations: Object.entries(extra as JsonObject).map(([name, value]) =>
          put(
            'response',
            `/body/${pointerStep(name)}`,
            value,
            `/response_scenario/extra_parameters/${pointerStep(name)}`,
          ),
        ),
      },
    ])
  },
}

/** Several parts of one member, all of which are wrong on purpose. */
function together(parts: readonly PeerMeaning[]): PeerMeaning {
  const named = parts.flatMap(({ members, at }) => (members === undefined ? [] : [{ members, ...(at && { at }) }]))
  const mutations = parts.flatMap((part) => part.mutations ?? [])
  const clash: readonly PeerRefusal[] =
    named.length > 1 || (named.length === 1 && mutations.length > 0)
      ? [
          {
            pointer: '/request_behavior',
            code: 'conflicting_options',
            message: 'Only mutations go together: ask for one behaviour in each session.',
          },
        ]
      : []
  const refusals = [...parts.flatMap((part) => part.refusals ?? []), ...clash]
  return {
    ...named[0],
    mutations,
    ...(refusals.length === 0 ? {} : { refusals }),
    isWrong: true,
  }
}

const put = (target: string, path: string, value: Json, pointer: string): PeerMutation => ({
  operation: { target, op: 'put', path, value },
  pointer,
})

/** `{set, unset}` of one document: writes before removals. */
function documentChange(name: string, change: Json): PeerMeaning {
  const at = `/request_mutation/${pointerStep(name)}`
  const target = Object.hasOwn(documents, name) ? documents[name] : undefined
  if (target === undefined)
    return refusedValue(at, `It must be one of ${Object.keys(documents).join(', ')}.`, Object.keys(documents))
  if (!isObject(change)) return refusedValue(at, 'It must be an object.')
  const { set = {}, unset = [], ...others } = change as JsonObject
  const [other] = Object.keys(others)
  if (other !== undefined)
    return refusedValue(`${at}/${pointerStep(other)}`, 'It must be set or unset.', ['set', 'unset'])
  if (!isObject(set)) return refusedValue(`${at}/set`, 'It must be an object.')
  if (!Array.isArray(unset) || !unset.every((path) => typeof path === 'string'))
    return refusedValue(`${at}/unset`, 'It must be an array of JSON pointers.')
  return {
    mutations: [
      ...Object.entries(set as JsonObject).map(([path, value]) =>
        put(target, path, value, `${at}/set/${pointerStep(path)}`),
      ),
      ...unset.map((path, index) => ({
        operation: { target, op: 'remove', path },
        pointer: `${at}/unset/${index}`,
      })),
    ],
  }
}

function behaviour(name: string, value: Json): PeerMeaning {
  const at = `/request_behavior/${pointerStep(name)}`
  const test = Object.hasOwn(tests, name) ? tests[name] : undefined
  const signature = Object.hasOwn(signatures, name) ? signatures[name] : undefined
  const legal = Object.keys(test ?? signature ?? {})
  if (name === 'request_uri_response')
    return isObject(value)
      ? replyChange('request_response', at, value as JsonObject)
      : refusedValue(at, 'It must be an object.')
  if (legal.length === 0) {
    const known = [...Object.keys(signatures), ...Object.keys(tests), 'request_uri_response']
    return refusedValue(at, `It must be one of ${known.join(', ')}.`, known)
  }
  if (typeof value !== 'string' || !legal.includes(value))
    return refusedValue(at, `It must be one of ${legal.join(', ')}.`, legal)
  if (signature !== undefined)
    return { mutations: [{ operation: { target: 'signature', op: signature[value] ?? '' }, pointer: at }] }
  const id = test?.[value] ?? null
  return id === null ? {} : { members: { negative_test: id }, at }
}

const ofReply = ['status', 'content_type', 'body']

function replyChange(target: string, at: string, reply: JsonObject): PeerMeaning {
  const other = Object.keys(reply).find((name) => !ofReply.includes(name))
  if (other !== undefined)
    return refusedValue(`${at}/${pointerStep(other)}`, `It must be one of ${ofReply.join(', ')}.`, ofReply)
  return {
    mutations: Object.entries(reply).map(([name, value]) =>
      // A reply without a body, or without a type.
      value === null && name !== 'status'
        ? { operation: { target, op: 'remove', path: `/${name}` }, pointer: `${at}/${name}` }
        : put(target, `/${name}`, value, `${at}/${name}`),
    ),
  }
}
