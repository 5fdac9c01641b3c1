import type { JsonObject } from '@/lib/core/shared/values/json'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Popover } from '../ui/popover'
import { fitsQrCode, QrCode } from '../ui/qr-code'
import { QrCodeCopy } from '../ui/qr-drawing'

type Wing = 'issuance' | 'presentation'

interface DoorPanelProps {
  readonly wing: Wing
  readonly deeplink: string
  readonly settings: JsonObject
  readonly wallet: { readonly name: string; readonly version: string } | null
  /** Take the forms of the settings and of the reference wallet. */
  readonly change: string
  readonly run: string
}

const codeLabels = {
  issuance: 'QR code that offers a credential',
  presentation: 'QR code that asks for a presentation',
} as const

/** What a code that stays always says, so that it is no news. */
const always = ['credential_offer_mode']

/** Settings as one line: each option that differs from its default. */
function settingsWords(settings: JsonObject): string {
  const named = Object.entries(settings).filter(([name]) => !always.includes(name))
  if (named.length === 0) return 'Default settings'
  return named
    .map(([name, value]) => (typeof value === 'object' ? name : `${name} ${String(value)}`).replaceAll('_', ' '))
    .join(', ')
}

/** The code of one kind of session, with what to do with it besides scanning. */
export function DoorPanel({ wing, deeplink, settings, wallet, change, run }: DoorPanelProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-start justify-between gap-2 text-sm text-ink-2">
        <p className="min-w-0 break-words">{settingsWords(settings)}</p>
        <Popover summary="Change" label="Change the settings" className={buttonClass({ size: 'small' }, 'shrink-0')}>
          <SettingsForm wing={wing} settings={settings} wallet={wallet} action={change} />
        </Popover>
      </div>
      {fitsQrCode(deeplink) && (
        // On a phone the wallet is at hand: “Open here” comes first, and the code is for another phone.
        <details className="unfolded-wide max-md:order-last">
          <summary className="chevron flex min-h-6 items-center text-sm">QR code</summary>
          <div className="w-44 rounded-md border border-line bg-qr-light max-md:w-full">
            <QrCode text={deeplink} label={codeLabels[wing]} id="door-code" />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-1.5">
        <a href={deeplink} className={buttonClass({}, 'px-2.5')}>
          Open here
        </a>
        <CopyButton text={deeplink} what="link" label="Link" />
        {fitsQrCode(deeplink) && (
          <button
            type="button"
            popoverTarget="large-code"
            data-key="r"
            title="r"
            className={buttonClass({}, 'px-2.5 max-md:hidden')}
          >
            Large
          </button>
        )}
        <form method="post" action={run}>
          <input type="hidden" name="wing" value={wing} />
          <button type="submit" className={buttonClass({}, 'px-2.5')}>
            <Icon name="play" />
            Try it
          </button>
        </form>
      </div>
      {fitsQrCode(deeplink) && (
        <div
          id="large-code"
          popover="auto"
          role="dialog"
          aria-label={`${codeLabels[wing]}, large`}
          className="m-auto w-[378px] max-w-[96vw] rounded-md border border-line-strong bg-qr-light p-2 text-ink backdrop:bg-canvas/80"
        >
          <QrCodeCopy of="door-code" label={codeLabels[wing]} />
          <p className="text-center">
            <button type="button" popoverTarget="large-code" popoverTargetAction="hide" className={buttonClass()}>
              Close
            </button>
          </p>
        </div>
      )}
      <p className="text-xs text-ink-3">
        The code stays. Each scan is a session of its own. “Try it” lets the reference wallet answer.
      </p>
    </div>
  )
}

interface SettingsFormProps {
  readonly wing: Wing
  readonly settings: JsonObject
  readonly wallet: { readonly name: string; readonly version: string } | null
  readonly action: string
}

const inputClass = 'h-(--control-size) min-w-0 rounded-sm border border-control bg-surface px-2'

/** A plain form for the settings of one kind of session, and the wallet. */
function SettingsForm({ wing, settings, wallet, action }: SettingsFormProps) {
  return (
    <form method="post" action={action} className="grid w-80 max-w-full gap-3 p-1 text-sm">
      <input type="hidden" name="wing" value={wing} />
      <label className="grid gap-1">
        Wallet
        <input name="wallet" defaultValue={wallet?.name ?? ''} maxLength={100} className={inputClass} />
      </label>
      <label className="grid gap-1">
        Version
        <input name="version" defaultValue={wallet?.version ?? ''} maxLength={100} className={inputClass} />
      </label>
      <label className="grid gap-1">
        Body of POST {wing === 'issuance' ? '/sessions' : '/openid4vp/sessions'}, as JSON
        <textarea
          name="settings"
          rows={8}
          spellCheck={false}
          defaultValue={JSON.stringify(settings, null, 2)}
          className="wire rounded-sm border border-control bg-surface p-2"
        />
      </label>
      <p className="text-xs text-ink-2">
        The next scan gets these settings. Only another scheme, verifier or request method changes the code.
      </p>
      <label className="flex items-center gap-2">
        <input type="checkbox" name="another_code" value="1" className="size-4" />
        Change the code too, if they need it
      </label>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Change
      </button>
    </form>
  )
}
