/** Points from the top of an A4 page to its first line, and between lines. */
const top = 780
const leading = 18
const linesPerPage = 38

/** Only what the standard fonts' encoding and our own texts share. */
const escaped = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')

/**
 * A small PDF 1.4 with a title on its first page and plain lines in Helvetica, which every reader has. Lines that do not
 * fit on a page go on to the next.
 */
export function pdf(title: string, lines: readonly string[]): Buffer {
  const pages: string[] = []
  for (let start = 0; start === 0 || start < lines.length; start += linesPerPage) {
    const heading = start === 0 ? `/F2 18 Tf (${escaped(title)}) Tj T* T* ` : ''
    const shown = lines.slice(start, start + linesPerPage).map(line => `(${escaped(line)}) Tj T*`)
    pages.push(`BT 60 ${top} Td ${leading} TL ${heading}/F1 11 Tf\n${shown.join('\n')}\nET`)
  }
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + index * 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  return assembled(objects)
}

/** The objects, the table of where each begins, and the way to that table. Every character is one byte. */
function assembled(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
