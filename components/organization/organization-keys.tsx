import type { AuditAction, KeyScope } from '@/lib/core/scoreboard/organization-keys'
import { toIso } from '@/lib/core/shared/time/time'
import type { OrganizationView } from '@/lib/queries/organization'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { LocalTime } from '../ui/time'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

/** What each scope lets a key do. */
const scopeWords: Readonly<Record<KeyScope, string>> = {
  'pipelines:run': 'run pipelines, cancel runs, give results',
  'pipelines:write': 'write, publish, schedule and delete pipelines',
  'executions:write': 'report executions',
  'entities:write': 'change wallets, issuers and what else pipelines name',
  'evidence:read': 'read evidence of own runs',
  'keys:write': 'make and revoke keys, read the audit',
}

const actionWords: Readonly<Record<AuditAction, string>> = {
  key_made: 'made key',
  key_revoked: 'revoked key',
  sign_in: 'signed in with key',
  organization_made: 'made the organisation',
}

/** A key that was just made. Reloading the page does not show it again. */
export function MadeKey({ text }: { readonly text: string }) {
  return (
    <div role="status" className="grid gap-2 rounded-md border border-line-strong bg-pass-soft p-4">
      <p className="font-[550]">Copy the key now: it is not shown again.</p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="wire text-sm [overflow-wrap:anywhere]" data-key="">
          {text}
        </code>
        <CopyButton text={text} what="the key" />
      </p>
    </div>
  )
}

interface OfOrganization {
  readonly namespace: string
  readonly formToken: string
}

const Hidden = ({ namespace, formToken }: OfOrganization) => (
  <>
    <input type="hidden" name="form_token" value={formToken} />
    <input type="hidden" name="organization" value={namespace} />
  </>
)

/** Makes a key. Only scopes that its maker has are offered. */
export function MakeKey({ scopes, ...of }: OfOrganization & { readonly scopes: readonly KeyScope[] }) {
  return (
    <form method="post" action={renderedPaths.makeOrganizationKey()} className="grid max-w-[640px] gap-3">
      <h2 id="make" className="text-lg">
        Make a key
      </h2>
      <Hidden {...of} />
      <label className="grid gap-1 text-sm">
        Name
        <input name="name" required maxLength={60} autoComplete="off" className={fieldClass} />
      </label>
      <fieldset className="grid gap-1.5 text-sm">
        <legend className="mb-1">It may</legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex items-start gap-2">
            <input type="checkbox" name="scope" value={scope} className="mt-1" />
            <span>
              {scopeWords[scope]} <code className="text-xs text-ink-3">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1 text-sm">
        Days until it ends
        <input
          name="days"
          type="number"
          min={1}
          max={730}
          defaultValue={365}
          required
          className={`${fieldClass} max-w-[160px]`}
        />
      </label>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Make
      </button>
    </form>
  )
}

/** The keys of an organisation, the newest first; valid ones can be revoked. */
export function KeyList({ keys, ...of }: OfOrganization & { readonly keys: NonNullable<OrganizationView['keys']> }) {
  return (
    <>
      <h2 id="keys" className="px-4 pt-3 pb-2 text-lg md:px-5">
        Keys
      </h2>
      {keys.length === 0 && <p className="px-4 pb-4 text-ink-2 md:px-5">None yet.</p>}
      <ul className="text-sm">
        {keys.map(({ id, name, prefix, scopes, state, expiresAt, lastUsedAt, createdBy }) => (
          <li key={id} className="grid gap-1 border-t border-line px-4 py-2 md:px-5">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <bdi className="font-[550] [overflow-wrap:anywhere]">{name}</bdi>
              <code className="mr-auto text-xs text-ink-3">wck_{prefix}_…</code>
              {state === 'valid' ? (
                <form method="post" action={renderedPaths.revokeOrganizationKey()}>
                  <Hidden {...of} />
                  <input type="hidden" name="id" value={id} />
                  <button
                    type="submit"
                    className={buttonClass({ size: 'small' })}
                    aria-label={`Revoke the key ${name}`}
                  >
                    Revoke
                  </button>
                </form>
              ) : (
                <span className="text-ink-3">{state}</span>
              )}
            </span>
            <span className="text-ink-2">{scopes.map((scope) => scopeWords[scope]).join('; ')}</span>
            <span className="flex flex-wrap gap-x-4 text-xs text-ink-3">
              <span>
                {state === 'expired' ? 'ended' : 'ends'} <LocalTime at={toIso(expiresAt)} />
              </span>
              <span>
                {lastUsedAt === null ? 'never used' : ['last used ', <LocalTime key="at" at={toIso(lastUsedAt)} />]}
              </span>
              <span>made by {createdBy}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What was done to an organisation, the newest first. */
export function AuditList({ audit }: Pick<OrganizationView, 'audit'>) {
  return (
    <>
      <h2 id="audit" className="px-4 pt-3 pb-2 text-lg md:px-5">
        Audit
      </h2>
      {audit.length === 0 && <p className="px-4 pb-4 text-ink-2 md:px-5">Nothing yet.</p>}
      <ul className="text-sm">
        {audit.map(({ at, actor, action, target, network }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name, and the list never changes here.
            key={place}
            className="flex flex-wrap gap-x-3 border-t border-line px-4 py-1.5 md:px-5"
          >
            <span className="text-ink-3">
              <LocalTime at={toIso(at)} />
            </span>
            <span className="mr-auto">
              {actor} {actionWords[action]} <code className="text-xs">{target}</code>
            </span>
            <span className="text-ink-3">{network}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
