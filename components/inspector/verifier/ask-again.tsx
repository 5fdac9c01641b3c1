import type { ReactNode } from 'react'
import { isObject, type JsonObject } from '@/lib/core/ground/values/json'
import { HiddenFields } from '../../start/hidden-fields'
import { SessionForm } from '../../start/session-form'
import { ownQuery } from '../../start/verifier-presets'
import { type ButtonLook, buttonClass } from '../../ui/button-class'
import type { InspectedPresentation } from '../model/flows/verifier-session'
import { repeatedRequest } from '../model/repeated-request'

interface AskAgainProps extends ButtonLook {
  readonly session: InspectedPresentation
  /** A way to deliver the request other than the session's own. */
  readonly delivery?: 'get'
  readonly children: ReactNode
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A button that sends the same request in a new session and opens its page. */
export function AskAgain({ session, delivery, children, ...look }: AskAgainProps) {
  const { request_delivery, request_uri_method, response_type, response_mode, scheme, options } = session
  // A test alters the request again, so start from the original rather than the altered one.
  const asked = isObject(options.request_before_test)
    ? (options.request_before_test as JsonObject)
    : session.authorization_request
  const fields = {
    preset: asked.dcql_query === undefined ? '' : ownQuery,
    dcql_query: JSON.stringify(asked.dcql_query ?? null),
    delivery: delivery ?? (request_delivery === 'by_value' ? 'by_value' : request_uri_method),
    response_type,
    response_mode,
    scheme,
    presentation_request: JSON.stringify(repeatedRequest(asked)),
    trust_anchors: JSON.stringify(options.trust_anchors ?? []),
    expires_in: String(Math.round((Date.parse(session.expires_at) - Date.parse(session.created_at)) / 1000)),
    profile: options.profile === 'haip' ? 'haip' : '',
    return_redirect_uri: String(options.return_redirect_uri === true),
    negative_test: textOf(options.negative_test),
    expect: textOf(options.expect),
    refusal_wait: typeof options.refusal_wait === 'number' ? String(options.refusal_wait) : '',
    require_trusted_issuer: String(options.require_trusted_issuer === true),
    reveal_claims: String(options.reveal_claims === true),
    allow_nonconforming_request: String(options.allow_nonconforming_request === true),
  }
  return (
    <SessionForm kind="presentation" className="inline-block">
      <HiddenFields fields={fields} />
      <button type="submit" className={buttonClass(look)}>
        {children}
      </button>
    </SessionForm>
  )
}
