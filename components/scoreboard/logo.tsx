// Client: shows a replacement if the picture cannot be loaded.
'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '@/lib/paths'

interface LogoProps {
  readonly address: string
  readonly otherwise: ReactNode
}

/** Small logo beside a name. */
export function Logo({ address, otherwise }: LogoProps) {
  const [broken, setBroken] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  // Loading may have failed before hydration.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(true)
  }, [])
  if (broken) return otherwise
  return (
    // biome-ignore lint/performance/noImgElement: the storage makes the thumbnail
    <img
      ref={picture}
      src={paths.logo(address)}
      alt=""
      width={18}
      height={18}
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-[18px] shrink-0 rounded-sm object-contain"
    />
  )
}
