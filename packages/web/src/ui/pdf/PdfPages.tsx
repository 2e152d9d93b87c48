import { plural, t } from '@parley/core/text/translate'
import { ZoomIn, ZoomOut } from 'lucide-react'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Center, Grid, HStack } from '../layout/Layout.tsx'
import { ErrorState } from '../states/EmptyState.tsx'
import { IconButton } from '../IconButton.tsx'
import { Spinner } from '../states/Spinner.tsx'
import { openPdf, PdfFailure } from './open-pdf.ts'
import styles from './PdfPages.module.css'

/** Of the width there is. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const
const fit = zooms.indexOf(1)

type Loading =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly failure: PdfFailure }
  | { readonly is: 'ready'; readonly pdf: PDFDocumentProxy }

/** The pages of a PDF under each other, as wide as the place they have, with how many there are and a zoom. */
export function PdfPages({ url }: { url: string }) {
  const [tries, setTries] = useState(0)
  const loading = usePdf(url, tries)
  switch (loading.is) {
    case 'loading':
      return (
        <Center className={styles.middle}>
          <Spinner label={t('Loading the document')} />
        </Center>
      )
    case 'failed':
      return (
        <ErrorState
          title={t('The document cannot be shown')}
          hint={loading.failure.message}
          action={
            loading.failure.mayPass && <Button onClick={() => setTries(tries + 1)}>{t('Try again')}</Button>
          }
        />
      )
    case 'ready':
      return <Pages pdf={loading.pdf} />
  }
}

function usePdf(url: string, tries: number): Loading {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly state: Loading } | null>(null)
  const of = `${tries} ${url}`
  useEffect(() => {
    const abort = new AbortController()
    const opened = openPdf(url, abort.signal)
    const take = async () => {
      try {
        const pdf = await opened
        if (!abort.signal.aborted) setLoaded({ of, state: { is: 'ready', pdf } })
      } catch (failure) {
        if (abort.signal.aborted) return
        if (!(failure instanceof PdfFailure)) throw failure
        console.warn('A document could not be shown', failure.message, failure.cause)
        setLoaded({ of, state: { is: 'failed', failure } })
      }
    }
    const end = async () => {
      const [pdf] = await Promise.allSettled([opened])
      if (pdf.status === 'fulfilled') await pdf.value.loadingTask.destroy()
    }
    void take()
    return () => {
      abort.abort()
      void end()
    }
  }, [url, of])
  return loaded?.of === of ? loaded.state : { is: 'loading' }
}

function Pages({ pdf }: { pdf: PDFDocumentProxy }) {
  const [zoom, setZoom] = useState(fit)
  const [box, width] = useWidth()
  const count = pdf.numPages
  const pages = Array.from({ length: count }, (_, index) => index + 1)
  return (
    <div>
      <HStack
        gap={2}
        justify="center"
        wrap
        rule="bottom"
        size="list"
        tone="muted"
        digits
        className={styles.tools}
        role="toolbar"
        aria-label={t('Document')}
      >
        <span>{plural(count, { one: '1 page', other: '{count} pages' })}</span>
        <IconButton label={t('Zoom out')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <ZoomOut size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
        <output aria-label={t('Zoom')}>{`${(zooms[zoom] ?? 1) * 100}%`}</output>
        <IconButton
          label={t('Zoom in')}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
        <Button size="small" aria-pressed={zoom === fit} onClick={() => setZoom(fit)}>
          {t('Fit width')}
        </Button>
      </HStack>
      <Grid ref={box} gap={3} className={styles.pages}>
        {width > 0 &&
          pages.map(number => (
            <PdfPage key={number} pdf={pdf} number={number} width={width * (zooms[zoom] ?? 1)} />
          ))}
      </Grid>
    </div>
  )
}

/** How wide the place is, in whole pixels; 0 before it is known. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (box.current === null) return
    const resized = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    resized.observe(box.current)
    return () => resized.disconnect()
  }, [])
  return [box, width] as const
}

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
function PdfPage({ pdf, number, width }: PdfPageProps) {
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
    const viewport = page.getViewport({ scale: Math.min(wanted, mostPx / own.width, mostPx / own.height) })
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
