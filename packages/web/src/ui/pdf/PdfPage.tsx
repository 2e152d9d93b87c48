import { t } from '@parley/core/text/translate'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import styles from './PdfPages.module.css'

type PdfPageProps = {
  pdf: PDFDocumentProxy
  /** From 1. */
  number: number
  /** Pixels. */
  width: number
}

/** No canvas has more pixels a side: some browsers draw nothing on a larger one. */
const mostPx = 8_000
/** Drawn before it is in view. */
const nearPx = 800
/** Until a page is read: A4 upright. */
const usualShape = 595 / 842

/** One page, drawn while it is near the screen; a canvas that is far from it would only hold memory. */
export function PdfPage({ pdf, number, width }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useNear(place)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  const [text, setText] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!isNear || page !== null) return
    let gone = false
    const read = async () => {
      try {
        const next = await pdf.getPage(number)
        const { items } = await next.getTextContent()
        if (gone) return
        setPage(next)
        setText(items.map(item => ('str' in item ? item.str : '')).join(' '))
      } catch (cause) {
        if (gone) return
        console.warn(`Page ${number} could not be read`, cause)
        setFailed(true)
      }
    }
    void read()
    return () => {
      gone = true
    }
  }, [pdf, number, isNear, page])

  useEffect(() => {
    const element = canvas.current
    if (!isNear || page === null || element === null) return
    const own = page.getViewport({ scale: 1 })
    const wanted = (width / own.width) * devicePixelRatio
    const viewport = page.getViewport({
      scale: Math.min(wanted, mostPx / own.width, mostPx / own.height),
    })
    element.width = Math.floor(viewport.width)
    element.height = Math.floor(viewport.height)
    const drawing = page.render({ canvas: element, viewport })
    let gone = false
    const draw = async () => {
      try {
        await drawing.promise
      } catch (cause) {
        if (gone) return
        console.warn(`Page ${number} could not be drawn`, cause)
        setFailed(true)
      }
    }
    void draw()
    return () => {
      gone = true
      drawing.cancel()
      element.width = 0
    }
  }, [page, number, width, isNear])

  const shape = page === null ? usualShape : shapeOf(page)
  return (
    <div ref={place} className={styles.page} style={{ width, height: width / shape }}>
      {failed ? (
        <p role="alert" className={styles.failed}>
          {t('Page {number} could not be drawn. Download the file, and try another program.', { number })}
        </p>
      ) : (
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('Page {number} of {numPages}', { number, numPages: pdf.numPages })}
          className={styles.canvas}
        />
      )}
      {/* What the canvas shows to the eye. */}
      <p className="visually-hidden">{text}</p>
    </div>
  )
}

function shapeOf(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 })
  return width / height
}

/** Whether a part is in view, or near it. */
function useNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const seen = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${nearPx}px 0px`,
    })
    seen.observe(place.current)
    return () => seen.disconnect()
  }, [place])
  return isNear
}
