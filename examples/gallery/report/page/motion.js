// Plays the animations of the page in real time, in a loop, while they are in view.
// Relies on the order in which a body is drawn: pieces of its trace, rods, masses.
// If the reader prefers reduced motion, nothing starts by itself.
"use strict";
(() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const read = (figure) => {
    const { interval, bodies } = JSON.parse(figure.querySelector("script").textContent);
    const groups = figure.querySelectorAll("svg > g");
    return {
      interval,
      bodies: bodies.map((body, k) => ({
        ...body,
        traces: [...groups[k].querySelectorAll(".trace")],
        rods: groups[k].querySelector(".rods"),
        masses: [...groups[k].querySelectorAll(".mass")],
      })),
      // The time ends at the last frame.
      frames: bodies[0].path.length / (2 * bodies[0].joints) - 1,
    };
  };

  // Linear interpolation between two frames.
  const at = ({ path, joints }, joint, frame) => {
    const whole = Math.floor(frame), share = frame - whole;
    const here = 2 * (whole * joints + joint);
    const there = share > 0 ? here + 2 * joints : here;
    return [0, 1].map((k) => (path[here + k] + share * (path[there + k] - path[here + k])).toFixed(1));
  };

  const draw = (body, frame) => {
    const joints = Array.from({ length: body.joints }, (_, joint) => at(body, joint, frame));
    body.rods.setAttribute("points", joints.join(" "));
    body.masses.forEach((mass, k) => {
      mass.setAttribute("cx", joints[k + 1][0]);
      mass.setAttribute("cy", joints[k + 1][1]);
    });
    const length = body.trace / body.traces.length;
    body.traces.forEach((trace, k) => {
      const begin = Math.max(frame - (body.traces.length - k) * length, 0);
      const end = Math.max(frame - (body.traces.length - k - 1) * length, 0);
      const points = [at(body, body.joints - 1, begin)];
      for (let whole = Math.floor(begin) + 1; whole < end; whole++) {
        points.push(at(body, body.joints - 1, whole));
      }
      points.push(at(body, body.joints - 1, end));
      trace.setAttribute("points", points.join(" "));
    });
  };

  const install = (figure) => {
    const { interval, bodies, frames } = read(figure);
    const [button, slider, clock] = figure.querySelectorAll("button, input, .time");
    const state = {
      time: frames * interval / 2,
      wanted: !still.matches,
      visible: false,
      last: null,
      touched: false,
    };

    const show = () => {
      bodies.forEach((body) => draw(body, Math.min(state.time / interval, frames)));
      slider.value = state.time;
      slider.setAttribute("aria-valuetext", `${state.time.toFixed(1)} seconds`);
      clock.textContent = `t = ${state.time.toFixed(1)} s`;
    };
    const tick = (now) => {
      if (!(state.wanted && state.visible)) {
        state.last = null;
        return;
      }
      if (state.last !== null) {
        state.time = (state.time + (now - state.last) / 1000) % (frames * interval);
        show();
      }
      state.last = now;
      requestAnimationFrame(tick);
    };
    const update = () => {
      const plays = state.wanted && state.visible;
      if (plays && !state.touched) {
        // Start from the beginning.
        [state.time, state.touched] = [0, true];
      }
      button.textContent = state.wanted ? "Pause" : "Play";
      if (plays && state.last === null) {
        requestAnimationFrame(tick);
      }
    };

    slider.max = frames * interval;
    button.addEventListener("click", () => {
      state.wanted = !state.wanted;
      update();
    });
    slider.addEventListener("input", () => {
      [state.time, state.wanted, state.touched] = [Number(slider.value), false, true];
      update();
      show();
    });
    still.addEventListener("change", () => {
      state.wanted &&= !still.matches;
      update();
    });
    new IntersectionObserver(([entry]) => {
      state.visible = entry.isIntersecting;
      update();
    }, { threshold: 0.4 }).observe(figure.querySelector("svg"));
    figure.querySelector(".player").hidden = false;
    show();
    update();
  };

  document.querySelectorAll("figure.motion").forEach(install);
})();
