import { OptionNumber, OptionSelect, OptionSwitch } from './option-field'

interface PresentationOptionFieldsProps {
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

const schemes = [
  ['', 'openid4vp:// (default)'],
  ['haip-vp://', 'haip-vp://'],
  ['eudi-openid4vp://', 'eudi-openid4vp://'],
  ['mdoc-openid4vp://', 'mdoc-openid4vp://'],
] as const

/** Rarely needed options, named as in the session request. */
export function VerifierOptionFields({ values, onChange }: PresentationOptionFieldsProps) {
  const isHaip = values.profile === 'haip'
  const switched = (name: string) => (on: boolean) => onChange(name, on ? 'true' : '')
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">All options</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <OptionSelect
          name="scheme"
          label="Scheme of the link"
          help="Which app the phone opens. HAIP wallets register haip-vp."
          value={values.scheme ?? ''}
          onChange={(value) => onChange('scheme', value)}
          choices={schemes}
        />
        <OptionNumber
          name="expires_in"
          label="Expires after"
          help="Seconds, 60 to 3600; 900 by default."
          min={60}
          max={3600}
          value={values.expires_in ?? ''}
          onChange={(value) => onChange('expires_in', value)}
        />
        <OptionSwitch
          name="reveal_claims"
          label="Show claim values"
          help="For credentials issued here, whose subject is fictitious. Otherwise all values are masked."
          value={values.reveal_claims === 'true'}
          onChange={switched('reveal_claims')}
        />
        <OptionSwitch
          name="require_trusted_issuer"
          label="Refuse credentials of unknown issuers"
          help="Otherwise they are checked, and the page says that the issuer is not trusted."
          value={values.require_trusted_issuer === 'true'}
          onChange={switched('require_trusted_issuer')}
        />
        <OptionSwitch
          name="return_redirect_uri"
          label="Send the wallet back to the browser"
          help="For a wallet on this device: it opens the redirect_uri from our response. Always on under HAIP."
          value={isHaip || values.return_redirect_uri === 'true'}
          disabled={isHaip}
          onChange={switched('return_redirect_uri')}
        />
        <OptionSwitch
          name="allow_nonconforming_request"
          label="Send a request that breaks the specification"
          member={null}
          help="See how a wallet handles it. Without this option the request is refused here, with every problem listed."
          value={values.allow_nonconforming_request === 'true'}
          onChange={switched('allow_nonconforming_request')}
        />
      </div>
    </details>
  )
}
