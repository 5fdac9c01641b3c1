// Client: something else takes the place of a picture that cannot be loaded.
'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '@/lib/paths'

interface LogoProps {
  readonly address: string
  readonly otherwise: ReactNode
}

/** A small logo beside a name. */
export function Logo({ address, otherwise }: LogoProps) {
  const [broken, setBroken] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  // It may have failed before this page could listen.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(true)
  }, [])
  if (broken) return otherwise
  return (
    // biome-ignore lint/performance/noImgElement: the small picture is made where the file is kept
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
