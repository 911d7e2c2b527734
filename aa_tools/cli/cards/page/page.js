"use strict";
// Polls the state (each request waits for a change), and replaces only the pictures that changed.

const byId = (id) => document.getElementById(id);
let version = 0;
let keys = null; // picture keys by card id, as last shown

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function showFindings(findings) {
  byId("findings").replaceChildren(...findings.map((finding) => {
    const line = element("li", "", finding.kind);
    line.append(element("b", finding.kind), element("code", finding.place), `${finding.message} `, element("span", finding.hint));
    if (finding.card) {
      const link = element("a", `Show ${finding.card}`);
      link.href = `#card-${finding.card}`;
      line.append(" ", link);
    }
    return line;
  }));
}

function figure(card, known) {
  const shown = known ?? element("figure");
  if (!known) {
    const picture = element("img");
    picture.alt = `The card ${card.id}`;
    shown.append(picture, element("p"), element("figcaption"));
  }
  shown.id = `card-${card.id}`;
  shown.classList.toggle("new", keys !== null && (keys.get(card.id) !== card.key || shown.classList.contains("new")));
  shown.classList.toggle("undrawn", Boolean(card.error));
  shown.querySelector("p").textContent = card.error ? `Could not draw this card: ${card.error}` : "";
  const source = `faces/${card.key}.png`;
  if (card.error) shown.firstChild.removeAttribute("src");
  else if (shown.firstChild.getAttribute("src") !== source) shown.firstChild.src = source;
  shown.lastChild.textContent = card.count > 1 ? `${card.id} × ${card.count}` : card.id;
  return shown;
}

function showDecks(decks) {
  const known = new Map([...document.querySelectorAll("figure")].map((each) => [each.id, each]));
  const changed = decks.some((deck) => deck.cards.some((card) => keys !== null && keys.get(card.id) !== card.key));
  if (changed) known.forEach((each) => each.classList.remove("new"));
  byId("decks").replaceChildren(...decks.flatMap((deck) => {
    const cards = element("div", "", "deck");
    cards.append(...deck.cards.map((card) => figure(card, known.get(`card-${card.id}`))));
    return [element("h2", deck.name), cards];
  }));
  if (changed) document.querySelector(".new").scrollIntoView({ block: "nearest" });
  if (decks.length) keys = new Map(decks.flatMap((deck) => deck.cards.map((card) => [card.id, card.key])));
}

function show(state) {
  version = state.version;
  document.title = state.title || "Cards";
  byId("title").textContent = state.title || "Cards";
  byId("summary").textContent = state.summary || "Drawing …";
  showFindings(state.findings);
  showDecks(state.decks);
  byId("decks").classList.toggle("stale", state.stale);
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`state?seen=${version}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const state = await answer.json();
      document.querySelector("header").classList.remove("lost");
      if (state.version !== version) show(state);
    } catch {
      document.querySelector("header").classList.add("lost");
      byId("summary").textContent = "aa has stopped. Start aa cards watch --serve again.";
      version = 0;
      await new Promise((resume) => setTimeout(resume, 1000));
    }
  }
}

follow();
