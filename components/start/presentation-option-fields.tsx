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
export function PresentationOptionFields({ values, onChange }: PresentationOptionFieldsProps) {
  const returns = values.profile === 'haip' || values.return_redirect_uri === 'true'
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Options of the presentation</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <label className="grid content-start gap-1 text-sm">
          <span className="font-medium">
            Scheme of the link <code className="text-ink-3">scheme</code>
          </span>
          <select
            name="scheme"
            value={values.scheme ?? ''}
            onChange={(event) => onChange('scheme', event.target.value)}
            aria-describedby="vp-scheme-help"
            className="h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2"
          >
            {schemes.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <span id="vp-scheme-help" className="text-xs text-ink-3">
            Which app the phone opens. HAIP wallets register haip-vp.
          </span>
        </label>
        <label className="grid content-start gap-1 text-sm">
          <span className="font-medium">
            Profile <code className="text-ink-3">profile</code>
          </span>
          <select
            name="profile"
            value={values.profile ?? ''}
            onChange={(event) => onChange('profile', event.target.value)}
            aria-describedby="vp-profile-help"
            className="h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2"
          >
            <option value="">OpenID4VP 1.0 (default)</option>
            <option value="haip">HAIP 1.0</option>
          </select>
          <span id="vp-profile-help" className="text-xs text-ink-3">
            HAIP is stricter: its rules count in the verdict and can refuse responses. By reference and encrypted only.
          </span>
        </label>
        <label className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2 gap-y-1 text-sm">
          <input
            type="checkbox"
            name="return_redirect_uri"
            value="true"
            checked={returns}
            disabled={values.profile === 'haip'}
            onChange={(event) => onChange('return_redirect_uri', event.target.checked ? 'true' : '')}
            aria-describedby="vp-redirect-help"
            className="mt-1"
          />
          <span className="font-medium">
            Send the wallet back to the browser <code className="text-ink-3">return_redirect_uri</code>
          </span>
          <span id="vp-redirect-help" className="col-start-2 text-xs text-ink-3">
            For a wallet on this device: it opens the redirect_uri from our response. Always on under HAIP.
          </span>
        </label>
        <label className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2 gap-y-1 text-sm">
          <input
            type="checkbox"
            name="allow_nonconforming_request"
            value="true"
            checked={values.allow_nonconforming_request === 'true'}
            onChange={(event) => onChange('allow_nonconforming_request', event.target.checked ? 'true' : '')}
            aria-describedby="vp-nonconforming-help"
            className="mt-1"
          />
          <span className="font-medium">Send a request that breaks the specification</span>
          <span id="vp-nonconforming-help" className="col-start-2 text-xs text-ink-3">
            See how a wallet handles it. Without this option the request is refused here, with every problem listed.
          </span>
        </label>
      </div>
    </details>
  )
}
