import { paths } from '@/lib/paths'
import { Icon } from '../ui/icon'

interface BrokenWallet {
  /** Id of the misbehaviour. */
  readonly id: string
  readonly kind: 'issuance' | 'presentation'
  readonly title: string
  readonly does: string
}

/** Four mistakes that wallets make often, each of which fails its session. */
export const brokenWallets: readonly BrokenWallet[] = [
  {
    id: 'vp.kb.aud',
    kind: 'presentation',
    title: 'Made for another verifier',
    does: 'KB-JWT with another aud than the client_id',
  },
  {
    id: 'vci.dpop.htu',
    kind: 'issuance',
    title: 'Proof for another address',
    does: 'DPoP proof whose htu names another address',
  },
  {
    id: 'vci.nonce.not_reused',
    kind: 'issuance',
    title: 'Nonce used twice',
    does: 'Second proof with a c_nonce that is used up',
  },
  {
    id: 'vp.mdoc.device_signature~address',
    kind: 'presentation',
    title: 'mdoc for another address',
    does: 'DeviceAuth over another response_uri',
  },
]

/** One button for each: it makes a session and lets the reference wallet break it. */
export function BrokenWallets() {
  return (
    <div className="grid gap-2.5 md:grid-cols-2 wide:grid-cols-4">
      {brokenWallets.map(({ id, kind, title, does }) => (
        <form
          key={id}
          method="post"
          action={kind === 'issuance' ? paths.createIssuance() : paths.createPresentation()}
          className="grid"
        >
          <input type="hidden" name="fault" value={id} />
          <button
            type="submit"
            name="run"
            value="fault"
            className="flex flex-col gap-1 rounded-md border border-line-strong bg-surface px-3.5 py-3 text-left hover:border-control hover:bg-hover"
          >
            <span className="font-semibold">{title}</span>
            <span className="text-sm text-ink-2">{does}</span>
            <span className="mt-auto flex w-full items-center justify-between gap-2 pt-1 text-ink-2">
              <code className="min-w-0 text-xs wrap-anywhere">{id.split('~')[0]}</code>
              <Icon name="play" className="size-3.5" />
            </span>
          </button>
        </form>
      ))}
    </div>
  )
}
