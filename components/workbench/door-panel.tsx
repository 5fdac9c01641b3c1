import type { JsonObject } from '@/lib/core/shared/values/json'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Popover } from '../ui/popover'
import { fitsQrCode, QrCode } from '../ui/qr-code'
import { QrCodeCopy } from '../ui/qr-drawing'
import { LocalTime } from '../ui/time'
import { settingsWords } from './setting-presets'
import { type FormerChoice, SettingsForms } from './settings-forms'

type Wing = 'issuance' | 'presentation'

interface DoorPanelProps {
  readonly wing: Wing
  readonly deeplink: string
  readonly settings: JsonObject
  /** Settings before these, newest first. */
  readonly former: readonly FormerChoice[]
  readonly wallet: { readonly name: string; readonly version: string } | null
  /** When the code ends, RFC 3339; `null` for no end in sight. */
  readonly endsAt: string | null
  /** Take the forms of the settings and of the reference wallet. */
  readonly change: string
  readonly run: string
}

const codeLabels = {
  issuance: 'QR code that offers a credential',
  presentation: 'QR code that asks for a presentation',
} as const

/** The code of one kind of session, with what to do with it besides scanning. */
export function DoorPanel({ wing, deeplink, settings, former, wallet, endsAt, change, run }: DoorPanelProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-start justify-between gap-2 text-sm text-ink-2">
        <p className="min-w-0 break-words">{settingsWords(wing, settings)}</p>
        <Popover summary="Change" label="Change the settings" className={buttonClass({ size: 'small' }, 'shrink-0')}>
          <SettingsForms wing={wing} settings={settings} former={former} wallet={wallet} action={change} />
        </Popover>
      </div>
      {fitsQrCode(deeplink) && (
        <div className="w-44 rounded-md border border-line bg-qr-light max-md:w-full">
          <QrCode text={deeplink} label={codeLabels[wing]} id="door-code" />
        </div>
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
      {endsAt !== null && (
        <p className="text-sm text-warn-ink">
          This code ends <LocalTime at={endsAt} />, with the certificate that it names: scan the new one here then.
        </p>
      )}
      <p className="text-xs text-ink-3">
        The code stays. Each scan is a session of its own. “Try it” lets the reference wallet answer.
      </p>
    </div>
  )
}
