import type { ReactNode } from 'react'
import { isObject, type JsonObject } from '@/lib/core/ground/values/json'
import { HiddenFields } from '../../start/hidden-fields'
import { SessionForm } from '../../start/session-form'
import { verifierFields } from '../../start/session-form-fields'
import { ownQuery } from '../../start/verifier-presets'
import { type ButtonLook, buttonClass } from '../../ui/button-class'
import { againFields } from '../again-fields'
import type { InspectedPresentation } from '../model/flows/verifier-session'
import { repeatedRequest, repeatedTrust } from '../model/repeated-request'

interface AskAgainProps extends ButtonLook {
  readonly session: InspectedPresentation
  /** A different way to deliver the request from the session's own. */
  readonly delivery?: 'get'
  readonly children: ReactNode
}

/** A button that sends the same request in a new session and opens its page. */
export function AskAgain({ session, delivery, children, ...look }: AskAgainProps) {
  const { request_delivery, request_uri_method, options } = session
  // A test changes the request again, so start from what was asked for, not from the changed request.
  const asked = isObject(options.request_before_test)
    ? (options.request_before_test as JsonObject)
    : session.authorization_request
  const fields = {
    preset: asked.dcql_query === undefined ? '' : ownQuery,
    dcql_query: JSON.stringify(asked.dcql_query ?? null),
    delivery: delivery ?? (request_delivery === 'by_value' ? 'by_value' : request_uri_method),
    ...againFields(verifierFields, session, {
      ...repeatedTrust(repeatedRequest(asked), session),
      expires_in: String(Math.round((Date.parse(session.expires_at) - Date.parse(session.created_at)) / 1000)),
    }),
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
