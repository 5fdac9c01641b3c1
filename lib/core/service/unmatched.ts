import { type BoundCheck, bind } from '../engine/checks/evaluate'
import type { EventDraft } from '../engine/endpoints/decided'
import { judged } from '../engine/endpoints/endpoint'
import type { RequestContext } from '../engine/endpoints/request-context'
import type { UnmatchedReading, WrongForm } from '../engine/endpoints/unmatched-reading'
import { loadSession } from '../engine/sessions/load-session'
import { unmatchedChecks } from '../issuer/checks/metadata'
import { serversPassedOver } from '../issuer/configurations/issuer-in-play'
import { asDelivered } from '../issuer/judgements/changed-on-purpose'
import { namedSession, valuesOf } from '../issuer/read/oauth/named-session'
import { redactPath } from '../issuer-and-verifier-redaction'
import { type Exchange, shownMethod, walletProtocolOf } from '../shared/http/exchange'
import { jsonReply } from '../shared/http/reply'
import type { StoredEventType } from '../shared/ports/event-type'
import type { SessionId } from '../shared/ports/ids'
import type { IssuanceSession } from '../shared/ports/store-types'
import { checkUri } from '../shared/ports/uris'

/** The known mistake in a path, if any. */
function wrongFormOf(path: string): WrongForm | null {
  if (/\/\.well-known\/openid-configuration(\/|$)/.test(path)) return 'oidc_discovery'
  if (/^\/.+\/\.well-known\/openid-credential-issuer\/?$/.test(path)) return 'appended_issuer_metadata'
  if (/^\/\.well-known\/openid-credential-issuer\/?$/.test(path)) return 'bare_issuer_metadata'
  if (/^\/.+\/\.well-known\/oauth-authorization-server\/?$/.test(path)) return 'appended_as_metadata'
  if (path.includes('//')) return 'double_slash'
  return path.length > 1 && path.endsWith('/') ? 'trailing_slash' : null
}

const hints: Readonly<Record<WrongForm, string>> = {
  appended_issuer_metadata:
    'Insert the well-known string between host and path: /.well-known/openid-credential-issuer/issuers/...',
  bare_issuer_metadata:
    'The path of the Credential Issuer Identifier is missing: /.well-known/openid-credential-issuer/issuers/...',
  appended_as_metadata:
    'Insert the well-known string between host and path: /.well-known/oauth-authorization-server/issuers/...',
  oidc_discovery:
    'This is an OAuth authorization server: fetch /.well-known/oauth-authorization-server/issuers/... instead.',
  trailing_slash: 'The path ends in a slash that the published address does not have.',
  slash_left_out:
    'The Credential Issuer Identifier ends in a slash, and so does the address of its metadata: see the offer.',
  double_slash: 'The path holds two slashes in a row that the published address does not have.',
}

const checks = bind(unmatchedChecks, (reading: MissReading) => reading).map(
  ({ check, run }): BoundCheck<MissReading> => ({
    check,
    run: (reading) => asDelivered(reading.session, check.id, run(reading)),
  }),
)

/** A request that no endpoint answers, with its session and the methods that its path supports. */
interface MissReading extends UnmatchedReading {
  readonly allow: readonly string[]
  readonly sessionId: SessionId | null
  /** That session, if it issues. */
  readonly session: IssuanceSession | null
  /** Whether it presents something, in the clear, to a verifier. */
  readonly presents: boolean
}

type Miss = Pick<MissReading, 'operation' | 'allow'>

/**
 * Answers and judges requests that have no endpoint: 405 with `Allow`, which includes `OPTIONS`, or 404 with a hint.
 */
export const unmatched = (miss: Miss) =>
  judged<MissReading>({
    read: (context) => readMiss(miss, context),
    // These checks are about issuer metadata, which a verifier does not have.
    checks: (reading) => (walletProtocolOf(reading) === 'openid4vp' ? [] : checks),
    decide: ({ method, path, allow, wrongForm, sessionId, presents }, findings, { settings }) => {
      const wrongMethod = allow.length > 0
      const failed =
        findings.find(({ status }) => status === 'fail') ?? findings.find(({ status }) => status === 'warn')
      const uri = failed ? { error_uri: checkUri(settings.baseUrl, failed.id) } : {}
      const description = wrongMethod
        ? `Use ${allow.join(' or ')} at this address.`
        : wrongForm
          ? hints[wrongForm]
          : 'Nothing responds at this address: use those of the metadata, or of /openapi.json.'
      // Clients of these addresses, PocketBase's among them, expect the sentence here.
      const again = path.startsWith('/api/') ? { message: description } : {}
      const reply = jsonReply(
        wrongMethod ? 405 : 404,
        { error: wrongMethod ? 'method_not_allowed' : 'not_found', error_description: description, ...again, ...uri },
        wrongMethod ? [['Allow', [...allow, 'OPTIONS'].join(', ')]] : [],
      )
      const reason = wrongMethod ? 'method_not_allowed' : (wrongForm ?? 'unknown_path')
      return {
        reply,
        sessionId,
        events: [
          {
            type: 'unexpected_request',
            detail: { method, path: path.slice(0, 500), reason, ...(presents ? { presented: true } : {}) },
          },
        ],
        effects: [],
      }
    },
  })

/** True for the metadata address of an issuer whose identifier ends in a slash, without that slash. */
const leavesSlashOut = ({ exchange, issuer }: RequestContext): boolean =>
  issuer?.session?.laboratory?.options.identifier_slash === true &&
  exchange.path.startsWith('/.well-known/openid-credential-issuer/') &&
  !exchange.path.endsWith('/')

async function readMiss({ operation, allow }: Miss, context: RequestContext): Promise<MissReading> {
  const sessionId = await namedSession(context)
  const session = await loadSession('issuance', sessionId ?? '', context.ports)
  return {
    method: shownMethod(context.exchange.method),
    path: redactPath(context.exchange.path),
    operation,
    answered: false,
    allow,
    wrongForm: leavesSlashOut(context) ? 'slash_left_out' : wrongFormOf(context.exchange.path),
    namedServers: session === null ? null : serversPassedOver(session, context.exchange.path, context.settings.baseUrl),
    sessionId,
    session,
    presents: walletProtocolOf(context.exchange) === 'openid4vp' && presents(context.exchange),
  }
}

function presents(exchange: Exchange): boolean {
  const valuesNamed = valuesOf(exchange)
  return ['vp_token', 'id_token'].some((name) => valuesNamed(name).length > 0)
}

/** Operations whose refusals have an event of their own. */
const rejections: Readonly<Record<string, StoredEventType>> = {
  pushAuthorizationRequest: 'par_rejected',
  authorize: 'authorization_rejected',
  requestToken: 'token_rejected',
  requestCredential: 'credential_rejected',
  requestDeferredCredential: 'deferred_polled',
}

/**
 * The event of a request refused outside its endpoint: too large, not a complete HTTP request, or failed on our side.
 * `operation` is `null` if method or path belong to no endpoint.
 */
export function rejectionEvent(
  operation: string | null,
  { method, path }: Pick<Exchange, 'method' | 'path'>,
  { status, error, reason }: { readonly status: number; readonly error: string; readonly reason: string },
): EventDraft {
  const type = rejections[operation ?? '']
  if (type !== undefined)
    return {
      type,
      detail: {
        ...(type === 'deferred_polled' ? { result: 'refused' } : {}),
        status,
        error,
        reason,
        failed_checks: [],
      },
    }
  return {
    type: 'unexpected_request',
    detail: { method: shownMethod(method), path: redactPath(path).slice(0, 500), reason },
  }
}
