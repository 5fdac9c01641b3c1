import type { PublishToken } from '@/lib/core/shared/ports/published'
import { toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'
import type { PublishTokensView } from '@/lib/queries/publish-tokens'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { HeadedList, RevokeForm } from '../ui/secrets'
import { LocalTime } from '../ui/time'
import { WalletName } from '../ui/wallet-name'
import { Day } from '../wallets/day'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

/** Makes a token. */
export function MakeToken({ formToken }: { readonly formToken: string }) {
  return (
    <form method="post" action={renderedPaths.makePublishToken()} className="grid max-w-[640px] gap-3">
      <h2 id="make" className="text-lg">
        Make a token
      </h2>
      <input type="hidden" name="form_token" value={formToken} />
      <div className="grid gap-1">
        <label className="grid gap-1 text-sm">
          Organisation
          <input
            name="organisation"
            required
            maxLength={100}
            autoComplete="off"
            aria-describedby="about-organisation"
            className={fieldClass}
          />
        </label>
        <span id="about-organisation" className="text-xs text-ink-3">
          Stands on each page that is published with it. Check that it is who it says.
        </span>
      </div>
      <div className="grid gap-1">
        <label className="grid gap-1 text-sm">
          Slugs
          <input
            name="slugs"
            required
            maxLength={900}
            autoComplete="off"
            aria-describedby="about-slugs"
            className={fieldClass}
          />
        </label>
        <span id="about-slugs" className="text-xs text-ink-3">
          Separated by spaces. The first token that uses a slug holds it until that token is revoked.
        </span>
      </div>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Make
      </button>
    </form>
  )
}

/** All tokens, the newest first; valid ones can be revoked. */
export function TokenList({
  tokens,
  formToken,
}: {
  readonly tokens: readonly PublishToken[]
  readonly formToken: string
}) {
  return (
    <HeadedList id="tokens" title="Tokens">
      {tokens.map(({ id, organisation, slugs, createdAt, revokedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-5">
          <bdi className="font-[550] [overflow-wrap:anywhere]">{organisation}</bdi>
          <span className="mr-auto flex flex-wrap gap-x-3">
            {slugs.map((slug) => (
              <a key={slug} className="link target wire text-xs" href={paths.wallet(slug)}>
                {slug}
              </a>
            ))}
          </span>
          <span className="text-ink-3">
            made <LocalTime at={toIso(createdAt)} />
          </span>
          {revokedAt === null ? (
            <RevokeForm
              action={renderedPaths.revokePublishToken()}
              fields={{ form_token: formToken, id }}
              label={`Revoke the token of ${organisation}`}
              follows="Publishing with this token is refused from then on, for good."
            />
          ) : (
            <span className="text-ink-3">
              revoked <LocalTime at={toIso(revokedAt)} />
            </span>
          )}
        </li>
      ))}
    </HeadedList>
  )
}

/** What every slug shows, by the names of the wallets. */
export function PublishedList({ published }: Pick<PublishTokensView, 'published'>) {
  return (
    <HeadedList id="published" title="Published wallets">
      {published.map(({ slug, statement, state }) => (
        <li key={slug} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-5">
          <a className="link target [overflow-wrap:anywhere]" href={paths.wallet(slug)}>
            <WalletName {...statement.wallet} />
          </a>
          <bdi className="mr-auto text-ink-2">{statement.organisation}</bdi>
          <span className="text-ink-3">
            {state === 'expired' ? 'expired' : 'valid until'} <Day at={toIso(statement.expiresAt)} />
          </span>
        </li>
      ))}
    </HeadedList>
  )
}
