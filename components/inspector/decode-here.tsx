// Client: what is typed here never leaves the browser.
'use client'

import { useId, useRef, useState } from 'react'
import { buttonClass } from '../ui/button-class'
import type { DecodedText } from './model/decode-text'

/** Most characters that are decoded. */
const textMax = 256 * 1024

/** Decodes a token or CBOR that is pasted here, in the browser. The decoder is loaded on the first press. */
export function DecodeHere() {
  const id = useId()
  const [decoded, setDecoded] = useState<DecodedText | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const decode = async () => {
    const { decodeText } = await import('./model/decode-text')
    setDecoded(decodeText(field.current?.value ?? ''))
  }
  return (
    <details className="border-t border-line p-4 text-sm print:hidden">
      <summary className="chevron flex min-h-6 items-center text-ink-2">Decode something here</summary>
      {/* No form, and no name: without script nothing is sent either. */}
      <div className="mt-2 grid justify-items-start gap-2">
        <label htmlFor={id}>JWT, SD-JWT, JWE or CBOR in base64url. It stays in this browser.</label>
        <textarea
          id={id}
          ref={field}
          rows={4}
          maxLength={textMax}
          spellCheck={false}
          autoComplete="off"
          className="wire w-full rounded-md border border-control bg-surface p-2 text-xs"
        />
        <button type="button" onClick={() => void decode()} className={buttonClass()}>
          Decode
        </button>
      </div>
      <div role="status">
        {decoded !== null && (
          <>
            <p className="mt-3 font-[550]">{decoded.what}</p>
            {decoded.parts.map(({ title, text }) => (
              <div key={title} className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1">
                <h3 className="text-xs font-normal text-ink-2">{title}</h3>
                <pre className="rounded-md border border-line bg-sunk px-3 py-2 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {text}
                </pre>
              </div>
            ))}
          </>
        )}
      </div>
    </details>
  )
}
