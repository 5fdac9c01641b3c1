import type { AuditAction, KeyScope } from '@/lib/core/scoreboard/organization-keys'
import { toIso } from '@/lib/core/shared/time/time'
import type { OrganizationView } from '@/lib/queries/organization'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { HeadedList, HiddenFields, RevokeForm } from '../ui/secrets'
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
  sign_in_failed: 'could not sign in with key',
  organization_made: 'made the organisation',
  organization_changed: 'changed the organisation',
  record_made: 'added',
  record_changed: 'changed',
  record_deleted: 'deleted',
  pipeline_made: 'added the pipeline',
  pipeline_changed: 'changed the pipeline',
  pipeline_deleted: 'deleted the pipeline',
  schedule_set: 'scheduled the pipeline',
  schedule_ended: 'ended the schedule of the pipeline',
}

interface OfOrganization {
  readonly namespace: string
  readonly formToken: string
}

const hiddenFields = ({ namespace, formToken }: OfOrganization) => ({ form_token: formToken, organization: namespace })

/** Makes a key. Only scopes that its maker has are offered. */
export function MakeKey({ scopes, ...of }: OfOrganization & { readonly scopes: readonly KeyScope[] }) {
  return (
    <form method="post" action={renderedPaths.makeOrganizationKey()} className="grid max-w-[640px] gap-3">
      <h2 id="make" className="text-lg">
        Make a key
      </h2>
      <HiddenFields fields={hiddenFields(of)} />
      <label className="grid gap-1 text-sm">
        Name
        <input name="name" required maxLength={60} autoComplete="off" className={fieldClass} />
      </label>
      <fieldset className="grid gap-1.5 text-sm">
        <legend className="mb-1">It may</legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-6 items-start gap-2">
            <input type="checkbox" name="scope" value={scope} className="size-6 shrink-0" />
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

/** What follows from revoking a key. */
function followsFrom({ isOwn, isLastOwner }: { readonly isOwn: boolean; readonly isLastOwner: boolean }): string {
  return [
    'Whatever uses this key is refused from then on, for good.',
    isLastOwner
      ? 'No other valid key of this organisation may make keys: afterwards only the operator of this service can make one.'
      : '',
    isOwn ? 'It is the key that you are signed in with: you are signed out.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The keys of an organisation, the newest first; valid ones can be revoked. `own`: the prefix of the reader's key. */
export function KeyList({
  keys,
  own,
  ...of
}: OfOrganization & { readonly keys: NonNullable<OrganizationView['keys']>; readonly own: string | null }) {
  const owners = keys.filter(({ state, scopes }) => state === 'valid' && scopes.includes('keys:write'))
  return (
    <HeadedList id="keys" title="Keys">
      {keys.map(({ id, name, prefix, scopes, state, expiresAt, lastUsedAt, createdBy }) => (
        <li key={id} className="grid gap-1 border-t border-line px-4 py-2 md:px-5">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <bdi className="font-[550] [overflow-wrap:anywhere]">{name}</bdi>
            <code className="mr-auto text-xs text-ink-3">wck_{prefix}_…</code>
            {prefix === own && <span className="text-ink-2">yours</span>}
            {state === 'valid' ? (
              <RevokeForm
                action={renderedPaths.revokeOrganizationKey()}
                fields={{ ...hiddenFields(of), id }}
                label={`Revoke the key ${name}`}
                follows={followsFrom({
                  isOwn: prefix === own,
                  isLastOwner: owners.length === 1 && owners[0]?.id === id,
                })}
              />
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
    </HeadedList>
  )
}

/** What was done to an organisation, the newest first. */
export function AuditList({ audit }: Pick<OrganizationView, 'audit'>) {
  return (
    <HeadedList id="audit" title="Audit" none="Nothing yet.">
      {audit.map(({ at, actor, action, target, network }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name, and the list never changes here.
          key={place}
          className="flex flex-wrap gap-x-3 border-t border-line px-4 py-1.5 md:px-5"
        >
          <span className="text-ink-3">
            <LocalTime at={toIso(at)} />
          </span>
          <span className="mr-auto min-w-0 wrap-anywhere">
            {actor} {actionWords[action]} <code className="text-xs">{target}</code>
          </span>
          <span className="text-ink-3">{network}</span>
        </li>
      ))}
    </HeadedList>
  )
}
